/** Conditions and orders as SQL. Values are texts that Postgres casts to the column's type, as PostgREST does. */
import { RestError } from './errors.ts'
import type { Condition, FilterNode, Operator } from './parse-filter.ts'
import type { OrderTerm } from './parse-order.ts'
import type { Path } from './parse-select.ts'
import type { TableInfo } from './schema.ts'
import { arrayLiteral, ident, literal, type Statement } from './statement.ts'

const COMPARISONS: Record<Exclude<Operator, 'is' | 'in'>, string> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  cs: '@>',
  cd: '<@',
  ov: '&&',
}

const IS_VALUES = new Map([
  ['null', 'is null'],
  ['not_null', 'is not null'],
  ['true', 'is true'],
  ['false', 'is false'],
  ['unknown', 'is unknown'],
])

/** The rows that filters and orders speak of: a table, and the alias it goes by. */
export type Scope = { statement: Statement; table: Pick<TableInfo, 'columns'>; alias: string }

export function buildFilters(scope: Scope, filters: FilterNode[]): string[] {
  return filters.map((node) => buildNode(scope, node))
}

/** ` order by …`, or nothing. */
export function buildOrder(scope: Scope, terms: OrderTerm[]): string {
  const parts = terms.map(({ column, path, descending, nulls }) => {
    const by = columnSql(scope, column, path)
    return `${by}${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`
  })
  return parts.length === 0 ? '' : ` order by ${parts.join(', ')}`
}

function buildNode(scope: Scope, node: FilterNode): string {
  if (node.kind === 'condition') return buildCondition(scope, node)
  const parts = buildFilters(scope, node.parts)
  return `${node.negated ? 'not ' : ''}(${parts.join(` ${node.kind} `)})`
}

function buildCondition(scope: Scope, node: Condition): string {
  const { column, path, operator, value } = node
  const type = typeAt(scope.table, column, path)
  const left = columnSql(scope, column, path)
  const not = node.negated ? 'not ' : ''
  if (operator === 'is') return `${not}(${left} ${trilean(node)})`
  if (operator === 'in') {
    return `${not}(${left} = any (${scope.statement.text(arrayLiteral(value as string[]))}::${type}[]))`
  }
  const isLike = operator === 'like' || operator === 'ilike'
  const right = scope.statement.text(isLike ? String(value).replaceAll('*', '%') : String(value))
  const cast = isLike || type === 'text' ? '' : `::${type}`
  return `${not}(${left} ${COMPARISONS[operator]} ${right}${cast})`
}

function trilean({ value }: Condition): string {
  const found = IS_VALUES.get(String(value).toLowerCase())
  if (found) return found
  throw new RestError(
    'PGRST100',
    `"failed to parse filter (is.${value})" (line 1, column 4)`,
    `unexpected "${String(value).slice(0, 1)}" expecting null or trilean value (unknown, true, false)`,
  )
}

/** A column that does not exist is left to Postgres, whose error describes it best. */
function typeAt({ columns }: Scope['table'], column: string, path: Path): string {
  if (path.length > 0) return path.at(-1)?.arrow === '->>' ? 'text' : 'jsonb'
  return columns.get(column)?.type ?? 'text'
}

export function columnSql(
  { table, alias }: Pick<Scope, 'table' | 'alias'>,
  column: string,
  path: Path,
): string {
  const base = `${ident(alias)}.${ident(column)}`
  if (path.length === 0) return base
  const type = table.columns.get(column)?.type
  const isJson = type === 'json' || type === 'jsonb'
  const steps = path.map(({ arrow, key }) => `${arrow}${typeof key === 'number' ? `(${key})` : literal(key)}`)
  return `(${isJson ? base : `to_jsonb(${base})`}${steps.join('')})`
}
