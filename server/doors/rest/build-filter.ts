/** Conditions as SQL. Values are texts that Postgres casts to the column's type, as PostgREST does. */
import { checkPattern } from './check-pattern.ts'
import { RestError } from './errors.ts'
import type { Condition, FilterNode } from './parse-filter.ts'
import type { Path } from './parse-select.ts'
import type { TableInfo } from './schema.ts'
import { arrayLiteral, ident, literal, type Statement } from './statement.ts'

const COMPARISONS: Record<string, string> = {
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
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
}

const SEARCHES: Record<string, string> = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
}

const IS_VALUES = new Map([
  ['null', 'is null'],
  ['not_null', 'is not null'],
  ['true', 'is true'],
  ['false', 'is false'],
  ['unknown', 'is unknown'],
])

/** The rows that filters speak of: a table, and the alias it goes by. */
export type Scope = {
  statement: Statement
  table: Pick<TableInfo, 'columns' | 'computed'>
  /** The alias of the table. */
  alias: string
  /** What is null where an embedded relation has no rows, by its name; undefined for what is not embedded. */
  presence?: (relation: string) => string | undefined
}

export function buildFilters(scope: Scope, filters: FilterNode[]): string[] {
  return filters.map((node) => buildNode(scope, node))
}

function buildNode(scope: Scope, node: FilterNode): string {
  if (node.kind === 'condition') return embedCondition(scope, node) ?? buildCondition(scope, node)
  const parts = buildFilters(scope, node.parts)
  return `${node.negated ? 'not ' : ''}(${parts.join(` ${node.kind} `)})`
}

/** `rel=is.null`, `rel=not.is.null`: whether an embedded relation has rows. */
function embedCondition({ table, presence }: Scope, node: Condition): string | null {
  const present = node.path.length === 0 ? presence?.(node.column) : undefined
  if (present === undefined) return null
  const value = node.operator === 'is' ? String(node.value).toLowerCase() : ''
  if (value === 'null') return `${present} is ${node.negated ? 'not ' : ''}null`
  if (value === 'not_null') return `${present} is ${node.negated ? '' : 'not '}null`
  if (table.columns.has(node.column)) return null
  throw new RestError(
    'PGRST120',
    `Bad operator on the '${node.column}' embedded resource`,
    'Only is null or not is null filters are allowed on embedded resources',
  )
}

function buildCondition(scope: Scope, node: Condition): string {
  const { column, path, operator } = node
  const type = typeAt(scope.table, column, path)
  const left = columnSql(scope, column, path)
  const not = node.negated ? 'not ' : ''
  if (operator === 'is') return `${not}(${left} ${trilean(node)})`
  if (operator in SEARCHES) return `${not}(${searchSql(scope, node, left, type)})`
  if (operator === 'in') {
    return `${not}(${left} = any (${scope.statement.text(arrayLiteral(node.value as string[]))}::${type}[]))`
  }
  return `${not}(${left} ${COMPARISONS[operator]} ${rightSql(scope, node, type)})`
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

function rightSql({ statement }: Scope, node: Condition, type: string): string {
  const { operator, quantifier } = node
  const isLike = operator === 'like' || operator === 'ilike'
  const isExpression = operator === 'match' || operator === 'imatch'
  const text = isLike ? String(node.value).replaceAll('*', '%') : String(node.value)
  if (isExpression) checkPattern(operator, text)
  const as = isLike || isExpression ? 'text' : type
  const value = statement.text(text)
  if (quantifier) return `${quantifier} (${value}::${as}[])`
  return as === 'text' ? value : `${value}::${as}`
}

function searchSql({ statement }: Scope, node: Condition, left: string, type: string): string {
  const language = node.language === null ? '' : `${statement.text(node.language)}::regconfig, `
  const query = `${SEARCHES[node.operator]}(${language}${statement.text(String(node.value))})`
  const isVector = type === 'tsvector'
  return `${isVector ? left : `to_tsvector(${language}${left})`} @@ ${query}`
}

/** A column that does not exist is left to Postgres, whose error describes it best. */
function typeAt({ columns, computed }: Scope['table'], column: string, path: Path): string {
  if (path.length > 0) return path.at(-1)?.arrow === '->>' ? 'text' : 'jsonb'
  return columns.get(column)?.type ?? computed.get(column) ?? 'text'
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
