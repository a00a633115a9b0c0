/** `col=eq.1`, `col=not.in.(1,"a,b")`, `or=(a.eq.1,and(b.gt.2,c.is.null))` */
import type { Tally } from './budget.ts'
import { type Path, readPath } from './parse-select.ts'
import { Scanner } from './scanner.ts'

const OPERATORS = [
  'eq',
  'neq',
  'gte',
  'gt',
  'lte',
  'lt',
  'like',
  'ilike',
  'is',
  'in',
  'cs',
  'cd',
  'ov',
] as const
export type Operator = (typeof OPERATORS)[number]
const OPERATOR = new RegExp(`(${OPERATORS.join('|')})\\.`, 'y')
/** A Postgres array is a value of its own, commas and all. */
const ARRAY = /\{[^{}]*\}/y
const VALUE_END = /(?=[,)])|$/y

export type Condition = {
  kind: 'condition'
  column: string
  path: Path
  negated: boolean
  operator: Operator
  /** One text, or a list for `in`. */
  value: string | string[]
}
export type Logic = { kind: 'and' | 'or'; negated: boolean; parts: FilterNode[] }
export type FilterNode = Condition | Logic

/** One parameter of the query string that is a filter: its name is the column. */
export function parseFilter(column: string, text: string, tally?: Tally): Condition {
  const name = new Scanner(column, 'tree path', tally)
  const target = { column: name.name(), path: readPath(name) }
  name.end()
  const scanner = new Scanner(text, 'filter', tally)
  const condition = readCondition(scanner, target, false)
  scanner.end()
  return condition
}

/** `or=(…)`, `and=(…)` and their negations. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string, tally?: Tally): Logic {
  const scanner = new Scanner(text, 'logic tree', tally, (negated ? 'not.' : '').length + kind.length)
  const parts = readParts(scanner)
  // PostgREST reads no further than the parenthesis that closes the first, and its callers rely on it.
  scanner.match(/\)*/y)
  scanner.end()
  return { kind, negated, parts }
}

function readParts(scanner: Scanner): FilterNode[] {
  return scanner.nested('logicDepth', () => {
    const parts: FilterNode[] = []
    do parts.push(readPart(scanner))
    while (scanner.takeSpaced(','))
    return parts
  })
}

const LOGIC = /(not\.)?(and|or)(?=\s*\()/y

const PART = 'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)'

function readPart(scanner: Scanner): FilterNode {
  scanner.space()
  const logic = scanner.match(LOGIC)
  if (logic) {
    return { kind: logic[2] as 'and' | 'or', negated: Boolean(logic[1]), parts: readParts(scanner) }
  }
  const target = { column: scanner.name(PART), path: readPath(scanner) }
  scanner.expect('.')
  return readCondition(scanner, target, true)
}

/** `inTree`: the value ends before a comma or parenthesis, unless it is quoted or an array. */
function readCondition(scanner: Scanner, target: { column: string; path: Path }, inTree: boolean): Condition {
  scanner.tally.add('operators')
  const negated = scanner.take('not.')
  const operator = scanner.match(OPERATOR)?.[1] as Operator | undefined
  if (!operator) return scanner.fail(`${negated ? '' : '"not" or '}operator (eq, gt, ...)`)
  const value = operator === 'in' ? readList(scanner) : inTree ? readTreeValue(scanner) : scanner.rest()
  return { kind: 'condition', ...target, negated, operator, value }
}

function readTreeValue(scanner: Scanner): string {
  return quotedValue(scanner) ?? arrayValue(scanner) ?? scanner.until(',)')
}

/** Quotes only count if they hold the whole value. */
function quotedValue(scanner: Scanner): string | null {
  if (!scanner.peek('"')) return null
  return scanner.attempt(() => {
    const text = scanner.quoted()
    if (!scanner.match(VALUE_END)) scanner.fail('"," or ")"')
    return text
  })
}

function arrayValue(scanner: Scanner): string | null {
  return scanner.match(ARRAY)?.[0] ?? null
}

function readList(scanner: Scanner): string[] {
  const values: string[] = []
  scanner.space()
  scanner.expect('(')
  scanner.space()
  if (scanner.takeSpaced(')')) return values
  do {
    scanner.tally.add('listValues')
    values.push(quotedValue(scanner) ?? scanner.until(',)'))
  } while (scanner.take(','))
  scanner.expect(')')
  scanner.space()
  return values
}
