/** Conditions as SQL. Values are texts that Postgres casts to the column's type, as PostgREST does. */
import { RestError } from './errors.ts'
import type { Condition, FilterNode } from './parse-filter.ts'
import type { Path } from './parse-select.ts'
import type { TableInfo } from './schema-cache.ts'
import { arrayLiteral, ident, type Statement } from './statement.ts'

const COMPARISONS = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
} as const

/** Enough for words and their alternatives. Postgres tries longer ones, and references back, in exponential time. */
const LONGEST_PATTERN = 100

const IS_VALUES = new Map([
  ['null', 'is null'],
  ['not_null', 'is not null'],
  ['true', 'is true'],
  ['false', 'is false'],
  ['unknown', 'is unknown'],
])

/** `qualifier` is the alias the table goes by in the query. */
export function buildFilters(
  statement: Statement,
  table: TableInfo,
  qualifier: string,
  filters: FilterNode[],
): string[] {
  return filters.map((node) => buildNode(statement, table, qualifier, node))
}

function buildNode(statement: Statement, table: TableInfo, qualifier: string, node: FilterNode): string {
  if (node.kind === 'condition') return buildCondition(statement, table, qualifier, node)
  const parts = buildFilters(statement, table, qualifier, node.parts)
  return `${node.negated ? 'not ' : ''}(${parts.join(` ${node.kind} `)})`
}

function buildCondition(statement: Statement, table: TableInfo, qualifier: string, node: Condition): string {
  const { column, path, operator, value } = node
  // A column that does not exist is left to Postgres, whose error describes it best.
  const type = path.length > 0 ? jsonType(path) : (table.columns.get(column) ?? 'text')
  const left = columnSql(qualifier, column, path)
  const not = node.negated ? 'not ' : ''
  if (operator === 'is') {
    const test = IS_VALUES.get(String(value).toLowerCase())
    if (!test) {
      throw new RestError('PGRST100', `"failed to parse filter (is.${value})" (line 1, column 4)`)
    }
    return `${not}(${left} ${test})`
  }
  if (operator === 'in') {
    return `${not}(${left} = any (${statement.text(arrayLiteral(value as string[]))}::${type}[]))`
  }
  const isPattern = operator === 'like' || operator === 'ilike'
  const text = isPattern ? String(value).replaceAll('*', '%') : String(value)
  const isExpression = operator === 'match' || operator === 'imatch'
  if (isExpression && (text.length > LONGEST_PATTERN || /\\\d/.test(text)))
    throw new RestError('PGRST100', `"failed to parse filter (${operator}.…)": the pattern is too costly`)
  const asText = isPattern || isExpression
  const right = asText ? statement.text(text) : `${statement.text(text)}::${type}`
  return `${not}(${left} ${COMPARISONS[operator]} ${right})`
}

export function columnSql(qualifier: string, column: string, path: Path): string {
  const base = `${ident(qualifier)}.${ident(column)}`
  if (path.length === 0) return base
  const steps = path.map(({ arrow, key }) => `${arrow}${/^\d+$/.test(key) ? key : literal(key)}`)
  return `(to_jsonb(${base})${steps.join('')})`
}

function jsonType(path: Path): string {
  return path.at(-1)?.arrow === '->>' ? 'text' : 'jsonb'
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`
}
