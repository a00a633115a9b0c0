/** An embedded relation as a lateral join, which brings one row: the relation's rows as JSON, or their columns. */
import { columnSql } from './build-filter.ts'
import { hiddenName } from './build-order.ts'
import { pathsOf } from './embed-paths.ts'
import { findRelationship } from './find-relationship.ts'
import type { OrderTerm } from './parse-order.ts'
import type { RelationQuery } from './parse-query.ts'
import type { EmbedItem, SelectItem } from './parse-select.ts'
import type { Embedded, Node, Output, Part, Reading } from './reading.ts'
import { isToOne, type Pair, type Relationship } from './schema.ts'
import { ident, literal, qualified, where } from './statement.ts'

export type BuildPart = (reading: Reading, node: Node, asked: RelationQuery, hidden: string[]) => Part

/** `parentOrder`: the parent's order, which may go by columns of this relation. `buildPart` builds what it selects. */
export function buildEmbed(
  reading: Reading,
  parent: Node,
  item: EmbedItem,
  asked: RelationQuery,
  parentOrder: OrderTerm[],
  buildPart: BuildPart,
): Embedded {
  const relationship = findRelationship(reading.schema, parent.table.name, item)
  const table = reading.schema.tables.get(relationship.to)
  if (!table) throw new Error(`table ${relationship.to} of a relationship is not in the schema`)
  const toOne = isToOne(relationship)
  const plain = toOne || parent.lists
  const name = item.alias ?? item.relation
  const orders = toOne ? parentOrder.filter(({ relation }) => relation === name) : []
  const within = [...parent.within, parent.alias]
  const node: Node = {
    table,
    alias: aliasFor(table.name, within),
    within,
    paths: pathsOf(parent.paths, item),
    items: item.items,
    hoists: item.spread && toOne,
    lists: item.spread && (parent.lists || !toOne),
    star: null,
    whole: true,
  }
  const hidden = orders.map(
    ({ column, path }, index) => `${columnSql(node, column, path)} as ${ident(hiddenName(index))}`,
  )
  const part = buildPart(reading, node, asked, hidden)
  const { from, conditions } = source(reading, parent, node, relationship)
  const joins = part.embeds.map(({ join }) => ` ${join}`).join('')
  const rows = `select ${part.columns} from ${from}${joins}${where([...conditions, ...part.conditions])}${part.tail}`
  const alias = reading.statement.alias(node.alias)
  const { outputs } = part
  const row = joinedRow(rows, { plain, spread: item.spread, outputs, hidden: hidden.length })
  return {
    ...{ name, alias, toOne, plain, outputs, orders, inner: item.inner },
    spread: item.spread,
    join: `${item.inner ? 'inner' : 'left'} join lateral (${row}) ${ident(alias)} on ${
      item.inner ? `${ident(alias)}.pgrst_found is not null` : 'true'
    }`,
    shown: showsAnything(item.items),
    referenced: false,
  }
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

/** `pgrst_found` is null where the relation has no rows. */
function joinedRow(
  rows: string,
  shape: { plain: boolean; spread: boolean; outputs: Output[]; hidden: number },
): string {
  const from = `from (${rows}) pgrst_row`
  if (shape.spread && shape.plain) return `select pgrst_row.*, true as pgrst_found ${from}`
  if (shape.spread) {
    const lists = shape.outputs.map(({ name }) => `json_agg(pgrst_row.${ident(name)}) as ${ident(name)}, `)
    return `select ${lists.join('')}nullif(count(*), 0) as pgrst_found ${from}`
  }
  if (!shape.plain) return `select json_agg(pgrst_row.*) as body, nullif(count(*), 0) as pgrst_found ${from}`
  const hidden = Array.from({ length: shape.hidden }, (_, index) => hiddenName(index))
  if (hidden.length === 0) return `select row_to_json(pgrst_row.*) as body, true as pgrst_found ${from}`
  const without = hidden.map((name) => ` - ${literal(name)}`).join('')
  const kept = hidden.map((name) => `pgrst_row.${ident(name)}, `).join('')
  return `select ${kept}(to_jsonb(pgrst_row.*)${without})::json as body, true as pgrst_found ${from}`
}

/** What the rows come from, and what ties them to the parent's row. */
function source(
  { schema, statement }: Reading,
  parent: Node,
  node: Node,
  relationship: Relationship,
): { from: string; conditions: string[] } {
  const own = `${qualified(node.table.schema, node.table.name)} ${ident(node.alias)}`
  const equal = (left: string, right: string) => (pair: Pair) =>
    `${ident(left)}.${ident(pair[1])} = ${ident(right)}.${ident(pair[0])}`
  if (relationship.kind === 'key') {
    return { from: own, conditions: relationship.pairs.map(equal(node.alias, parent.alias)) }
  }
  if (relationship.kind === 'computed') {
    const row = `${wholeRow(parent)}::${qualified(parent.table.schema, parent.table.name)}`
    const call = `${qualified(relationship.functionSchema, relationship.function)}(${row})`
    return { from: `${call} ${ident(node.alias)}`, conditions: [] }
  }
  const junction = statement.alias(`${relationship.junction.slice(0, 40)}_via`)
  return {
    from: `${own}, ${qualified(schema.name, relationship.junction)} ${ident(junction)}`,
    conditions: [
      ...relationship.near.pairs.map(equal(junction, parent.alias)),
      ...relationship.far.pairs.map(equal(junction, node.alias)),
    ],
  }
}

function wholeRow({ alias, table, whole }: Node): string {
  if (whole) return `(${ident(alias)}.*)`
  return `row(${[...table.columns.keys()].map((name) => `${ident(alias)}.${ident(name)}`).join(', ')})`
}
