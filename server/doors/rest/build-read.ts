/** A read as one SQL statement: the rows and their embedded relations, built as JSON by Postgres itself. */
import { buildEmbed } from './build-embed.ts'
import { buildFilters, columnSql, type Scope } from './build-filter.ts'
import { buildOrder } from './build-order.ts'
import { addColumn, addEmbedded, addStar, emptySelection, type Selection } from './build-selection.ts'
import { checkPaths, relationAt } from './embed-paths.ts'
import { RestError } from './errors.ts'
import { emptyRelation, type RelationQuery } from './parse-query.ts'
import type { Embedded, Node, Part, Reading } from './reading.ts'
import type { TableInfo } from './schema.ts'
import { ident, where } from './statement.ts'

export type ReadPlan = {
  /** Selects the page of rows as they are to be shown. */
  page: string
  /** Selects one row for each that the filters let through, whatever the page. */
  all: string
  /** The same, with every relation that is embedded: it takes all parameters of the statement. */
  whole: string
}

/** `source` is what the table's alias stands for: the table itself, or the rows a write or a function returned. */
export function buildRead(
  reading: Reading,
  table: TableInfo,
  source: string,
  shape: Pick<Node, 'star' | 'whole'> = { star: null, whole: true },
): ReadPlan {
  const { query } = reading
  checkPaths(query)
  const root: Node = {
    table,
    alias: table.name,
    within: [],
    paths: [''],
    items: query.select,
    hoists: false,
    lists: false,
    ...shape,
  }
  const part = buildPart(reading, root, query.relations.get('') ?? emptyRelation())
  const from = `from ${source} ${ident(root.alias)}`
  const joins = (embeds: Embedded[]) => embeds.map(({ join }) => ` ${join}`).join('')
  const condition = where(part.conditions)
  const decisive = part.embeds.filter((embed) => embed.inner || embed.referenced)
  return {
    page: `select ${part.columns} ${from}${joins(part.embeds)}${condition}${part.tail}`,
    all: `select 1 ${from}${joins(decisive)}${condition}`,
    whole: `select 1 ${from}${joins(part.embeds)}${condition}`,
  }
}

/** Everything of a select but what it selects from. */
function buildPart(reading: Reading, node: Node, asked: RelationQuery, hidden: string[] = []): Part {
  const { table, alias } = node
  checkNames(node)
  const embeds = node.items.flatMap((item) => {
    if (item.kind !== 'embed') return []
    const child = buildEmbed(
      reading,
      node,
      item,
      relationAt(reading.query, node.paths, item),
      asked.order,
      buildPart,
    )
    return [child]
  })
  const scope: Scope = {
    statement: reading.statement,
    table,
    alias,
    presence: (name) => {
      const found = embeds.find((embed) => embed.name === name)
      if (!found) return undefined
      found.referenced = true
      return `${ident(found.alias)}.pgrst_found`
    },
  }
  const selection = select(reading, node, embeds)
  const grouping =
    selection.aggregates && selection.groups.length > 0 ? ` group by ${selection.groups.join(', ')}` : ''
  return {
    columns: [...selection.columns, ...hidden].join(', '),
    embeds,
    conditions: buildFilters(scope, asked.filters),
    tail: grouping + buildOrder(scope, table.name, embeds, asked.order) + slice(asked, reading.maxRows),
    outputs: selection.outputs,
  }
}

/** Two relations of one name could not be told apart. The error is the one that PostgREST leaves to Postgres. */
function checkNames({ table, items, within }: Node): void {
  const names = new Set<string>()
  for (const item of items) {
    if (item.kind !== 'embed') continue
    const name = item.alias ?? item.relation
    if (names.has(name)) {
      const joined = `${table.name}_${name}_${within.length + 1}`
      throw new RestError('42712', `table name "${joined}" specified more than once`)
    }
    names.add(name)
  }
}

function select(reading: Reading, node: Node, embeds: Embedded[]): Selection {
  const { items, table, alias } = node
  const selection = emptySelection()
  const groups =
    items.some((item) => item.kind === 'column' && item.aggregate) ||
    embeds.some((embed) => embed.outputs.some((output) => output.aggregate))
  // Many rows become lists of their columns, which is an aggregate too.
  const lists = embeds.some((embed) => embed.spread && !embed.toOne)
  if ((groups || lists) && !reading.aggregates) {
    throw new RestError('PGRST123', 'Use of aggregate functions is not allowed')
  }
  const remaining = [...embeds]
  for (const item of items) {
    if (item.kind === 'all') {
      const columns = node.star ?? (groups || node.hoists ? [...table.columns.keys()] : null)
      addStar(selection, alias, columns, [...table.columns.keys()])
    } else if (item.kind === 'column') {
      const column = item.column === '*' ? '*' : columnSql({ table, alias }, item.column, item.path)
      addColumn(selection, item, column, node.hoists)
    } else {
      const embed = remaining.shift()
      if (embed) addEmbedded(selection, embed, { groups, hoists: node.hoists })
    }
  }
  return selection
}

function slice({ limit, offset }: RelationQuery, maxRows: number | null): string {
  const most = maxRows === null ? limit : Math.min(limit ?? maxRows, maxRows)
  return `${most === null ? '' : ` limit ${most}`}${offset === 0 ? '' : ` offset ${offset}`}`
}
