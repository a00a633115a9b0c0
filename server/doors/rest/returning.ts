/** What a write or a function has to bring, so that what is asked for can be shown. */
import { findRelationship } from './find-relationship.ts'
import type { SelectItem } from './parse-select.ts'
import type { Schema, TableInfo } from './schema.ts'
import { ident } from './statement.ts'

export type Brought = {
  /** As SQL, each of `alias`. */
  columns: string[]
  /** What `*` means among them; null for all. */
  star: string[] | null
}

/**
 * Only what will be shown is brought: a role that may write a row need not be allowed to read all of it.
 * `known`: the columns of the rows. `alias`: what they go by where they are brought.
 */
export function broughtFor(schema: Schema, table: TableInfo, items: SelectItem[], alias: string): Brought {
  const known = [...table.columns.keys()]
  const needed = new Set<string>()
  for (const item of items) {
    if (item.kind === 'all') for (const column of known) needed.add(column)
    else if (item.kind === 'column') {
      if (item.column !== '*') needed.add(item.column)
    } else for (const column of joined(schema, table, item)) needed.add(column)
  }
  const brought = [...needed]
  const extra = brought.some((column) => !table.columns.has(column))
  return { columns: brought.map((column) => `${ident(alias)}.${ident(column)}`), star: extra ? known : null }
}

/** All columns of the rows of a call, `pgrst_call`, and what is computed from them: filters may go by any. */
export function computedFor(schema: Schema, table: TableInfo, items: SelectItem[]): Brought {
  const { columns, star } = broughtFor(schema, table, [{ kind: 'all' }, ...items], 'pgrst_call')
  return { columns: star === null ? ['pgrst_call.*'] : columns, star }
}

/** The columns by which a relation is joined. */
function joined(schema: Schema, table: TableInfo, item: Extract<SelectItem, { kind: 'embed' }>): string[] {
  const relationship = findRelationship(schema, table.name, item)
  if (relationship.kind === 'key') return relationship.pairs.map(([own]) => own)
  if (relationship.kind === 'junction') return relationship.near.pairs.map(([own]) => own)
  return [...table.columns.keys()]
}
