/** A read as one SQL statement: the rows and their embedded relations, built as JSON by Postgres itself. */
import { buildFilters, buildOrder, columnSql, type Scope } from './build-filter.ts'
import { RestError } from './errors.ts'
import { findRelationship } from './find-relationship.ts'
import { emptyRelation, type Query, type RelationQuery } from './parse-query.ts'
import type { EmbedItem, SelectItem } from './parse-select.ts'
import { EXPOSED, type Relationship, type Schema, type TableInfo } from './schema.ts'
import { ident, qualified, type Statement, where } from './statement.ts'

export type Reading = { statement: Statement; schema: Schema; query: Query }

export type ReadPlan = {
  /** Selects the page of rows as they are to be shown. */
  page: string
  /** Selects one row for each that the filters let through, whatever the page. */
  all: string
}

/** One table in the tree of what is asked for. */
type Node = {
  table: TableInfo
  alias: string
  /** The aliases of the tables it is embedded in, from the outermost. */
  within: string[]
  /** How parameters may name it (`rel.sub.limit=1`): by aliases or by relations, all the way down. */
  paths: string[]
  items: SelectItem[]
}

/** A relation joined to its parent; the joined row is its rows as JSON, `body`. */
type Embedded = { name: string; alias: string; join: string; inner: boolean; shown: boolean; toOne: boolean }

/** Everything of a select but what it selects from. */
type Part = { columns: string; embeds: Embedded[]; conditions: string[]; tail: string }

/** `source` is what the table's alias stands for: the table itself, or the rows that a write returned. */
export function buildRead(reading: Reading, table: TableInfo, source: string): ReadPlan {
  checkPaths(reading.query)
  const root: Node = { table, alias: table.name, within: [], paths: [''], items: reading.query.select }
  const part = buildPart(reading, root)
  const from = `from ${source} ${ident(root.alias)}`
  const joins = (embeds: Embedded[]) => embeds.map(({ join }) => ` ${join}`).join('')
  const condition = where(part.conditions)
  return {
    page: `select ${part.columns} ${from}${joins(part.embeds)}${condition}${part.tail}`,
    all: `select 1 ${from}${joins(part.embeds.filter(({ inner }) => inner))}${condition}`,
  }
}

function buildPart(reading: Reading, node: Node): Part {
  const asked = askedOf(reading.query, node.paths)
  checkNames(node)
  const embeds = embedsOf(node.items).map((item) => buildEmbed(reading, node, item))
  const scope: Scope = { statement: reading.statement, table: node.table, alias: node.alias }
  return {
    columns: columnsOf(node, embeds).join(', '),
    embeds,
    conditions: buildFilters(scope, asked.filters),
    tail: buildOrder(scope, asked.order) + slice(asked),
  }
}

function columnsOf({ items, table, alias }: Node, embeds: Embedded[]): string[] {
  const remaining = [...embeds]
  return items.flatMap((item) => {
    if (item.kind === 'all') return `${ident(alias)}.*`
    if (item.kind === 'column') {
      const value = columnSql({ table, alias }, item.column, item.path)
      return `${item.cast ? `cast(${value} as ${typeName(item.cast)})` : value} as ${ident(item.alias ?? item.column)}`
    }
    const embed = remaining.shift()
    if (!embed?.shown) return []
    const json = `${ident(embed.alias)}.body`
    return `${embed.toOne ? json : `coalesce(${json}, '[]')`} as ${ident(embed.name)}`
  })
}

function buildEmbed(reading: Reading, parent: Node, item: EmbedItem): Embedded {
  const relationship = findRelationship(reading.schema, parent.table.name, item)
  const table = reading.schema.tables.get(relationship.to)
  if (!table) throw new Error(`table ${relationship.to} of a relationship is not in the schema`)
  const toOne = relationship.cardinality !== 'one-to-many'
  const within = [...parent.within, parent.alias]
  const node: Node = {
    table,
    alias: aliasFor(table.name, within),
    within,
    paths: pathsOf(parent.paths, item),
    items: item.items,
  }
  const part = buildPart(reading, node)
  const alias = reading.statement.alias(node.alias)
  const rows =
    `select ${part.columns} from ${qualified(EXPOSED, table.name)} ${ident(node.alias)}` +
    part.embeds.map(({ join }) => ` ${join}`).join('') +
    where([...tied(relationship, parent, node), ...part.conditions]) +
    part.tail
  // `found` is null where the relation has no rows.
  const row = toOne
    ? `select row_to_json(pgrst_row.*) as body, true as found from (${rows}) pgrst_row`
    : `select json_agg(pgrst_row.*) as body, nullif(count(*), 0) as found from (${rows}) pgrst_row`
  const on = item.inner ? `${ident(alias)}.found is not null` : 'true'
  return {
    name: item.alias ?? item.relation,
    alias,
    join: `${item.inner ? 'inner' : 'left'} join lateral (${row}) ${ident(alias)} on ${on}`,
    inner: item.inner,
    shown: showsAnything(item.items),
    toOne,
  }
}

/** What ties the rows of an embedded relation to the parent's row. */
function tied({ pairs }: Relationship, parent: Node, node: Node): string[] {
  return pairs.map(
    ([own, other]) => `${ident(node.alias)}.${ident(other)} = ${ident(parent.alias)}.${ident(own)}`,
  )
}

/** The table's name and how deep it is embedded. Kept short: Postgres silently truncates names at 63 bytes. */
function aliasFor(table: string, within: string[]): string {
  let alias = `${table.slice(0, 40)}_${within.length}`
  while (within.includes(alias)) alias += '_'
  return alias
}

function showsAnything(items: SelectItem[]): boolean {
  return items.some((item) => item.kind !== 'embed' || showsAnything(item.items))
}

const embedsOf = (items: SelectItem[]) => items.filter((item) => item.kind === 'embed')

/** A relation goes by its alias and by its own name. */
function pathsOf(parents: string[], embed: EmbedItem): string[] {
  const names = new Set([embed.alias ?? embed.relation, embed.relation])
  return parents.flatMap((parent) => [...names].map((name) => (parent === '' ? name : `${parent}.${name}`)))
}

function askedOf({ relations }: Query, paths: string[]): RelationQuery {
  const path = paths.find((name) => relations.has(name))
  return (path === undefined ? undefined : relations.get(path)) ?? emptyRelation()
}

/** Parameters may only speak of relations that are embedded. Throws PGRST108. */
function checkPaths({ select, relations }: Query): void {
  const embedded = new Set([''])
  const walk = (items: SelectItem[], parents: string[]) => {
    for (const item of embedsOf(items)) {
      const paths = pathsOf(parents, item)
      for (const path of paths) embedded.add(path)
      walk(item.items, paths)
    }
  }
  walk(select, [''])
  for (const path of relations.keys()) {
    if (embedded.has(path)) continue
    throw new RestError(
      'PGRST108',
      `'${path}' is not an embedded resource in this request`,
      null,
      `Verify that '${path}' is included in the 'select' query parameter.`,
    )
  }
}

/** Two relations of one name could not be told apart. The error is the one that PostgREST leaves to Postgres. */
function checkNames({ table, items, within }: Node): void {
  const names = new Set<string>()
  for (const item of embedsOf(items)) {
    const name = item.alias ?? item.relation
    if (names.has(name)) {
      const joined = `${table.name}_${name}_${within.length + 1}`
      throw new RestError('42712', `table name "${joined}" specified more than once`)
    }
    names.add(name)
  }
}

function slice({ limit, offset }: RelationQuery): string {
  return `${limit === null ? '' : ` limit ${limit}`}${offset === 0 ? '' : ` offset ${offset}`}`
}

/** Types of SQL that are keywords, or written in several words; any other is one name. */
const KEYWORDS = new Set([
  ...['double precision', 'character varying', 'bit varying', 'timestamp with time zone'],
  ...['timestamp without time zone', 'time with time zone', 'time without time zone'],
  ...['int', 'integer', 'bigint', 'smallint', 'real', 'float', 'decimal', 'dec', 'numeric', 'boolean'],
  ...['char', 'character', 'varchar', 'nchar', 'timestamp', 'time', 'interval', 'bit'],
])

function typeName(cast: string): string {
  const word = cast.toLowerCase()
  return KEYWORDS.has(word) ? word : ident(cast)
}
