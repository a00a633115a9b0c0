/** Insert, update and delete as SQL. The body stays JSON until Postgres has cast it to the columns' types. */
import { buildFilters } from './build-filter.ts'
import { RestError } from './errors.ts'
import type { Body } from './parse-body.ts'
import { type Query, rootOf } from './parse-query.ts'
import type { Preferences } from './prefer.ts'
import { EXPOSED, type TableInfo } from './schema.ts'
import { ident, qualified, type Statement, where } from './statement.ts'

export type Write = {
  statement: Statement
  table: TableInfo
  query: Query
  prefer: Preferences
  /** What is returned of each row, as SQL. */
  returning: string
}

/** Counts the rows of an upsert that were there before, for the status of the answer. */
const COUNT_UPDATED =
  `set_config('pgrst.updated', (coalesce(nullif(current_setting('pgrst.updated', true), ''), '0')::int + 1)::text, ` +
  'true) is not null'

export function buildInsert(write: Write, body: Body): string {
  const { table, returning } = write
  const columns = columnsOf(write, body)
  const target = qualified(EXPOSED, table.name)
  const names = columns.map(ident).join(', ')
  const into = columns.length > 0 ? `${target} (${names})` : target
  const rows = `select ${names} from ${rowsSql(write, body, columns)}`
  return `insert into ${into} ${rows}${conflict(write, columns)} returning ${returning}`
}

function conflict({ table, query, prefer }: Write, columns: string[]): string {
  const target = query.onConflict ?? table.primaryKey
  if (!prefer.resolution || target.length === 0) return ''
  const on = ` on conflict (${target.map(ident).join(', ')}) do`
  if (prefer.resolution === 'ignore-duplicates' || columns.length === 0) return `${on} nothing`
  const sets = columns.map((column) => `${ident(column)} = excluded.${ident(column)}`)
  return `${on} update set ${sets.join(', ')} where ${COUNT_UPDATED}`
}

export function buildUpdate(write: Write, body: Body): string {
  const { table, returning } = write
  const columns = columnsOf(write, body)
  const target = `${qualified(EXPOSED, table.name)} as ${ident(table.name)}`
  // Nothing to set: no row is changed, and what would be returned keeps its names.
  if (columns.length === 0) return `select ${returning} from ${target} where false`
  const sets = columns.map((column) => `${ident(column)} = pgrst_body.${ident(column)}`)
  const body1 = `(select * from ${rowsSql(write, body, columns)} limit 1) pgrst_body`
  return `update ${target} set ${sets.join(', ')} from ${body1}${where(chosen(write))} returning ${returning}`
}

export function buildDelete(write: Write): string {
  const { table, returning } = write
  const target = `${qualified(EXPOSED, table.name)} as ${ident(table.name)}`
  return `delete from ${target}${where(chosen(write))} returning ${returning}`
}

/** The conditions of the rows to change. Throws PGRST109 for a limit: which rows it means would be chance. */
function chosen({ statement, table, query }: Write): string[] {
  const { filters, limit, offset } = rootOf(query)
  if (limit !== null || offset > 0) {
    throw new RestError('PGRST109', "A 'limit' was applied without an explicit 'order'", NO_LIMITS)
  }
  return buildFilters({ statement, table, alias: table.name }, filters)
}

const NO_LIMITS = 'Changes are not limited here, whatever their order: name the rows by filters.'

/** The columns to write. Throws PGRST102 if rows differ in them, and PGRST204 for one that does not exist. */
function columnsOf({ table, query }: Write, body: Body): string[] {
  const columns = query.columns ?? body.keys
  if (!columns) throw new RestError('PGRST102', 'All object keys must match')
  for (const column of columns) {
    if (table.columns.has(column)) continue
    throw new RestError(
      'PGRST204',
      `Could not find the '${column}' column of '${table.name}' in the schema cache`,
    )
  }
  return columns
}

/** The rows of the body with the types of `columns`, as something to select from. */
function rowsSql({ statement, table, prefer }: Write, body: Body, columns: string[]): string {
  const array = body.isArray ? body.json : `[${body.json}]`
  const json = statement.text(array)
  if (columns.length === 0) return `json_array_elements(${json}::json) pgrst_body`
  const typed = columns.map((column) => `${ident(column)} ${table.columns.get(column)?.type}`).join(', ')
  const fallbacks = columns.flatMap((column) => {
    const fallback = table.columns.get(column)?.fallback
    return prefer.missing === 'default' && fallback ? [[column, fallback] as const] : []
  })
  if (fallbacks.length === 0) return `json_to_recordset(${json}::json) as pgrst_body (${typed})`
  const pairs = fallbacks.map(([column, fallback]) => `${statement.text(column)}, ${fallback}`).join(', ')
  return (
    `jsonb_array_elements(${json}::jsonb) pgrst_row, ` +
    `lateral jsonb_to_record(jsonb_build_object(${pairs}) || pgrst_row.value) as pgrst_body (${typed})`
  )
}
