/** A read as one SQL statement: the rows and their embedded relations, built as JSON by Postgres itself. */
import { buildFilters, columnSql } from './build-filter.ts'
import { RestError } from './errors.ts'
import type { OrderTerm, Query, RelationQuery } from './parse-request.ts'
import type { EmbedItem, SelectItem } from './parse-select.ts'
import { findRelationship, type Relationship } from './relationship.ts'
import type { Schema, TableInfo } from './schema-cache.ts'
import { ident, type Statement } from './statement.ts'

export type ReadPlan = {
  /** Selects the page of rows as they are to be shown. */
  page: string
  /** Selects one row for each that the filters let through, whatever the page. */
  all: string
}

const EMPTY: RelationQuery = { filters: [], order: [], limit: null, offset: 0 }

type Part = { columns: string[]; joins: string[]; conditions: string[] }

/** `source` is what the table's alias stands for: the table itself, or the rows a write returned. */
export function buildRead(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  query: Query,
  source: string,
): ReadPlan {
  checkPaths(query)
  const part = buildPart(statement, schema, table, table.name, '', query.select, query)
  const root = query.relations.get('') ?? EMPTY
  const conditions = [...part.conditions, ...buildFilters(statement, table, table.name, root.filters)]
  const from = `from ${source} ${ident(table.name)} ${part.joins.join(' ')}${where(conditions)}`
  return {
    page: `select ${part.columns.join(', ') || '1'} ${from}${orderBy(table.name, root.order)}${slice(root)}`,
    all: `select 1 ${from}`,
  }
}

/** Filters may only refer to relations that are embedded. */
function checkPaths(query: Query): void {
  const embedded = new Set([''])
  const walk = (items: SelectItem[], prefix: string) => {
    for (const item of items) {
      if (item.kind !== 'embed') continue
      const path = prefix + (item.alias ?? item.relation)
      embedded.add(path).add(prefix + item.relation)
      walk(item.items, `${path}.`)
    }
  }
  walk(query.select, '')
  for (const path of query.relations.keys()) {
    if (embedded.has(path)) continue
    throw new RestError(
      'PGRST108',
      `'${path}' is not an embedded resource in this request`,
      null,
      `Verify that '${path}' is included in the 'select' query parameter.`,
    )
  }
}

function buildPart(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  alias: string,
  path: string,
  items: SelectItem[],
  query: Query,
): Part {
  const part: Part = { columns: [], joins: [], conditions: [] }
  for (const item of items) {
    if (item.kind === 'all') part.columns.push(`${ident(alias)}.*`)
    else if (item.kind === 'column') {
      const column = columnSql(alias, item.column, item.path)
      const shown = item.cast ? `cast(${column} as ${ident(item.cast)})` : column
      part.columns.push(`${shown} as ${ident(item.alias ?? item.column)}`)
    } else addEmbed(statement, schema, table, alias, path, item, query, part)
  }
  return part
}

function addEmbed(
  statement: Statement,
  schema: Schema,
  table: TableInfo,
  alias: string,
  path: string,
  embed: EmbedItem,
  query: Query,
  part: Part,
): void {
  const relationship = findRelationship(schema, table.name, embed)
  const child = schema.tables.get(relationship.table)
  if (!child) throw new Error(`table ${relationship.table} of a foreign key is not in the schema cache`)
  const name = embed.alias ?? embed.relation
  const childPath = path ? `${path}.${name}` : name
  const asked =
    query.relations.get(childPath) ??
    query.relations.get(path ? `${path}.${embed.relation}` : embed.relation) ??
    EMPTY
  const childAlias = statement.alias(child.name)
  const inner = buildPart(statement, schema, child, childAlias, childPath, embed.items, query)
  const conditions = [
    ...relationship.on.map(
      (pair) => `${ident(childAlias)}.${ident(pair.child)} = ${ident(alias)}.${ident(pair.parent)}`,
    ),
    ...inner.conditions,
    ...buildFilters(statement, child, childAlias, asked.filters),
  ]
  const rows =
    `select ${inner.columns.join(', ') || '1'} from public.${ident(child.name)} ${ident(childAlias)} ` +
    `${inner.joins.join(' ')}${where(conditions)}${orderBy(childAlias, asked.order)}${slice(asked)}`
  part.joins.push(joinSql(relationship, embed, rows, `${childAlias}_rows`))
  if (embed.items.length === 0) return
  const shown = relationship.toOne
    ? `row_to_json(${ident(`${childAlias}_rows`)}.*)`
    : `coalesce(${ident(`${childAlias}_rows`)}.list, '[]')`
  part.columns.push(`${shown} as ${ident(name)}`)
}

function joinSql(relationship: Relationship, embed: EmbedItem, rows: string, name: string): string {
  const kind = embed.inner ? 'inner' : 'left'
  if (relationship.toOne) return `${kind} join lateral (${rows}) ${ident(name)} on true`
  const list = `select json_agg(item) as list from (${rows}) item`
  return `${kind} join lateral (${list}) ${ident(name)} on ${embed.inner ? `${ident(name)}.list is not null` : 'true'}`
}

export function where(conditions: string[]): string {
  return conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''
}

function orderBy(alias: string, terms: OrderTerm[]): string {
  if (terms.length === 0) return ''
  const parts = terms.map(
    ({ column, descending, nulls }) =>
      `${ident(alias)}.${ident(column)}${descending ? ' desc' : ''}${nulls ? ` nulls ${nulls}` : ''}`,
  )
  return ` order by ${parts.join(', ')}`
}

function slice({ limit, offset }: RelationQuery): string {
  return `${limit === null ? '' : ` limit ${limit}`}${offset === 0 ? '' : ` offset ${offset}`}`
}
