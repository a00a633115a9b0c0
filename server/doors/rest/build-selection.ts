/** What one select shows: columns, aggregates, and what its embedded relations bring. */
import type { Aggregate, ColumnItem } from './parse-select.ts'
import type { Embedded, Output } from './reading.ts'
import { ident } from './statement.ts'

export type Selection = {
  columns: string[]
  outputs: Output[]
  /** What is shown as it is, by which aggregates are grouped. */
  groups: string[]
  aggregates: boolean
}

export function emptySelection(): Selection {
  return { columns: [], outputs: [], groups: [], aggregates: false }
}

/** `columns`: null to leave it to Postgres; `known`: what that will bring. */
export function addStar(
  selection: Selection,
  alias: string,
  columns: string[] | null,
  known: string[],
): void {
  for (const name of columns ?? known) selection.outputs.push({ name, aggregate: null })
  if (columns === null) {
    selection.columns.push(`${ident(alias)}.*`)
    return
  }
  for (const name of columns) {
    const column = `${ident(alias)}.${ident(name)}`
    selection.columns.push(column)
    selection.groups.push(column)
  }
}

/** `column`: its SQL, or `*` for counting rows. `hoists`: its aggregate is left to the parent. */
export function addColumn(selection: Selection, item: ColumnItem, column: string, hoists: boolean): void {
  const value = item.cast ? `cast(${column} as ${typeName(item.cast)})` : column
  if (!item.aggregate) {
    const name = item.alias ?? item.column
    selection.columns.push(`${value} as ${ident(name)}`)
    selection.groups.push(value)
    selection.outputs.push({ name, aggregate: null })
    return
  }
  const as = item.alias ?? item.aggregate
  if (hoists) {
    const name = `pgrst_aggregate_${selection.outputs.length + 1}`
    selection.columns.push(`${column === '*' ? '1' : value} as ${ident(name)}`)
    selection.outputs.push({ name, aggregate: { function: item.aggregate, cast: item.aggregateCast, as } })
    return
  }
  selection.aggregates = true
  selection.columns.push(`${aggregated(item.aggregate, value, item.aggregateCast)} as ${ident(as)}`)
  selection.outputs.push({ name: as, aggregate: null })
}

/** `groups`: whether this select has aggregates, by which what is embedded has to be grouped. */
export function addEmbedded(
  selection: Selection,
  embed: Embedded,
  { groups, hoists }: { groups: boolean; hoists: boolean },
): void {
  const from = (name: string) => `${ident(embed.alias)}.${ident(name)}`
  if (!embed.spread) {
    if (!embed.shown) return
    const json = embed.plain ? from('body') : `coalesce(${from('body')}, '[]')`
    const value = groups ? `(${json})::jsonb` : json
    selection.columns.push(`${value} as ${ident(embed.name)}`)
    selection.groups.push(value)
    selection.outputs.push({ name: embed.name, aggregate: null })
    return
  }
  for (const { name, aggregate } of embed.outputs) {
    const value = embed.plain ? from(name) : `coalesce(${from(name)}, '[]')`
    if (aggregate && !hoists) {
      selection.aggregates = true
      const total = aggregated(aggregate.function, value, aggregate.cast)
      selection.columns.push(`${total} as ${ident(aggregate.as)}`)
      selection.outputs.push({ name: aggregate.as, aggregate: null })
      continue
    }
    const group = groups && !embed.plain ? `(${value})::jsonb` : value
    const own = aggregate ? `${embed.alias}_${name}` : name
    selection.columns.push(`${group} as ${ident(own)}`)
    if (!aggregate) selection.groups.push(group)
    selection.outputs.push({ name: own, aggregate })
  }
}

function aggregated(name: Aggregate, value: string, cast: string | null): string {
  const total = `${name}(${value})`
  return cast ? `cast(${total} as ${typeName(cast)})` : total
}

/** Types of SQL that are written in several words; any other is one name. */
const WORDS = new Map(
  [
    'double precision',
    'character varying',
    'bit varying',
    'timestamp with time zone',
    'timestamp without time zone',
    'time with time zone',
    'time without time zone',
    'int',
    'integer',
    'bigint',
    'smallint',
    'real',
    'float',
    'decimal',
    'dec',
    'boolean',
    'char',
    'character',
    'numeric',
    'timestamp',
    'time',
    'interval',
    'bit',
    'varchar',
    'nchar',
  ].map((name) => [name, name]),
)

function typeName(cast: string): string {
  return WORDS.get(cast.toLowerCase()) ?? ident(cast)
}
