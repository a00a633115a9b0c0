/** Insert, update and delete as SQL. The body stays JSON until Postgres has cast it to the columns' types. */
import { buildFilters } from './build-filter.ts'
import { where } from './build-read.ts'
import { RestError } from './errors.ts'
import type { Preferences, Query } from './parse-request.ts'
import type { SelectItem } from './parse-select.ts'
import { findRelationship } from './relationship.ts'
import type { Schema, TableInfo } from './schema-cache.ts'
import { ident, type Statement } from './statement.ts'

/** Rows of a body: an object is one row, an array several; all with the same keys. */
function rowsOf(body: unknown): Record<string, unknown>[] {
  const rows = Array.isArray(body) ? body : [body]
  for (const row of rows) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) {
      throw new RestError('PGRST102', 'Empty or invalid json')
    }
  }
  return rows as Record<string, unknown>[]
}

export function buildInsert(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  query: Query,
  prefer: Preferences,
  body: unknown,
): string {
  const rows = rowsOf(body)
  const keys = Object.keys(rows[0] ?? {})
  const columns = query.columns ?? keys
  if (!query.columns && !haveKeys(rows, keys)) {
    throw new RestError('PGRST102', 'All object keys must match')
  }
  checkColumns(table, columns)
  const target = `public.${ident(table.name)}`
  const returning = returningColumns(schema, table, query, prefer)
  if (rows.length === 0 || columns.length === 0) {
    return rows.length === 0
      ? `select 1 from ${target} where false`
      : `insert into ${target} default values${returning}`
  }
  const names = columns.map(ident).join(', ')
  const json = `${statement.text(JSON.stringify(rows))}::json`
  return (
    `insert into ${target} (${names}) select ${names} from json_to_recordset(${json}) as body (${typed(table, columns)})` +
    conflict(table, query, prefer, columns) +
    returning
  )
}

function conflict(table: TableInfo, query: Query, prefer: Preferences, columns: string[]): string {
  if (!prefer.resolution) return ''
  const target = (query.onConflict ?? table.primaryKey).map(ident).join(', ')
  if (prefer.resolution === 'ignore-duplicates') return ` on conflict (${target}) do nothing`
  const sets = columns.map((column) => `${ident(column)} = excluded.${ident(column)}`)
  return ` on conflict (${target}) do update set ${sets.join(', ')}`
}

export function buildUpdate(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  query: Query,
  prefer: Preferences,
  body: unknown,
): string {
  const [row] = rowsOf(body)
  const columns = query.columns ?? Object.keys(row ?? {})
  checkColumns(table, columns)
  const target = `public.${ident(table.name)}`
  const alias = ident(table.name)
  if (columns.length === 0) return `select 1 from ${target} where false`
  const sets = columns.map((column) => `${ident(column)} = body.${ident(column)}`)
  const json = `${statement.text(JSON.stringify(row))}::json`
  const conditions = buildFilters(statement, table, table.name, query.relations.get('')?.filters ?? [])
  return (
    `update ${target} as ${alias} set ${sets.join(', ')} ` +
    `from json_to_record(${json}) as body (${typed(table, columns)})${where(conditions)}` +
    returningColumns(schema, table, query, prefer)
  )
}

export function buildDelete(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  query: Query,
  prefer: Preferences,
): string {
  const conditions = buildFilters(statement, table, table.name, query.relations.get('')?.filters ?? [])
  return (
    `delete from public.${ident(table.name)} as ${ident(table.name)}${where(conditions)}` +
    returningColumns(schema, table, query, prefer)
  )
}

/** Only what will be shown is returned: a role that may write a row need not be allowed to read all of it. */
function returningColumns(schema: Schema, table: TableInfo, query: Query, prefer: Preferences): string {
  if (prefer.representation === 'minimal') return ' returning 1'
  const qualified = (column: string) => `${ident(table.name)}.${ident(column)}`
  const columns =
    prefer.representation === 'headers-only' ? table.primaryKey : neededColumns(schema, table, query.select)
  return ` returning ${columns.map(qualified).join(', ') || '1'}`
}

function neededColumns(schema: Schema, table: TableInfo, items: SelectItem[]): string[] {
  const needed = new Set<string>()
  for (const item of items) {
    if (item.kind === 'all') for (const column of table.columns.keys()) needed.add(column)
    else if (item.kind === 'column') needed.add(item.column)
    else for (const pair of findRelationship(schema, table.name, item).on) needed.add(pair.parent)
  }
  return [...needed]
}

function checkColumns(table: TableInfo, columns: string[]): void {
  for (const column of columns) {
    if (table.columns.has(column)) continue
    throw new RestError(
      'PGRST204',
      `Could not find the '${column}' column of '${table.name}' in the schema cache`,
    )
  }
}

function typed(table: TableInfo, columns: string[]): string {
  return columns.map((column) => `${ident(column)} ${table.columns.get(column)}`).join(', ')
}

function haveKeys(rows: Record<string, unknown>[], keys: string[]): boolean {
  const wanted = new Set(keys)
  return rows.every((row) => {
    const own = Object.keys(row)
    return own.length === wanted.size && own.every((key) => wanted.has(key))
  })
}
