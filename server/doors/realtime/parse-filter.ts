/**
 * Row filters of a subscription as clients write them: `column=op.value`, several joined by commas, all of which must
 * hold. A value in double quotes may contain commas; a backslash in it stands for the character that follows.
 */
import { REALTIME_BUDGET } from './budget.ts'

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const

export type Condition = { column: string; operator: (typeof OPERATORS)[number]; values: string[] }
/** All of them must hold. */
export type Filter = Condition[]
export type Parsed = { filter: Filter | null; fault: string | null }

const HEAD = /(\w+)=([a-z]+)\./y
const LITERAL = /[^,]*/y
const QUOTED = /"((?:[^"\\]|\\.)*)"(?=,|$)/sy
const ELEMENT = /\s*(?:"((?:[^"\\]|\\.)*)"|([^,)]*?))\s*(,|\)(?=,|$))/sy

/** Without any condition the filter is null: every row passes. */
export function parseFilter(text: string): Parsed {
  const refuse = (detail = '') => ({
    filter: null,
    fault: `Error parsing \`filter\` params: [${JSON.stringify(text)}]${detail}`,
  })
  if (text.trim() === '') return { filter: null, fault: null }
  const filter: Filter = []
  for (let at = 0; at <= text.length; ) {
    if (at === text.length || text[at] === ',') return refuse(': the filter has empty segments')
    const read = readCondition(text, at)
    if (!read) return refuse()
    filter.push(read.condition)
    if (filter.length > REALTIME_BUDGET.conditions.limit) return refuse(': too many conditions')
    if (read.end === text.length) break
    at = read.end + 1
  }
  return { filter, fault: null }
}

function readCondition(text: string, at: number): { condition: Condition; end: number } | null {
  const head = matchAt(HEAD, text, at)
  if (!head) return null
  const [whole, column = '', word = ''] = head
  const operator = OPERATORS.find((one) => one === word)
  const value = operator && readValue(text, at + whole.length, operator)
  return operator && value ? { condition: { column, operator, values: value.values }, end: value.end } : null
}

type Value = { values: string[]; end: number }

function readValue(text: string, at: number, operator: Condition['operator']): Value | null {
  if (operator === 'in') return text[at] === '(' ? readList(text, at + 1) : null
  const quoted = matchAt(QUOTED, text, at)
  if (quoted) return { values: [withoutEscapes(quoted[1] ?? '')], end: at + quoted[0].length }
  const [literal = ''] = matchAt(LITERAL, text, at) ?? []
  return { values: [literal], end: at + literal.length }
}

function readList(text: string, start: number): Value | null {
  const values: string[] = []
  for (let at = start; ; ) {
    const element = matchAt(ELEMENT, text, at)
    if (!element || values.length >= REALTIME_BUDGET.listed.limit) return null
    const [whole, quoted, literal = '', end] = element
    values.push(quoted === undefined ? literal : withoutEscapes(quoted))
    at += whole.length
    if (end === ')') return { values, end: at }
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function withoutEscapes(text: string): string {
  return text.replace(/\\(.)/gs, '$1')
}
