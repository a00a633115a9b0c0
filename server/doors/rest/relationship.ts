/** How an embedded relation is joined to its parent. */
import { RestError } from './errors.ts'
import type { EmbedItem } from './parse-select.ts'
import type { Schema } from './schema-cache.ts'

export type Relationship = {
  table: string
  toOne: boolean
  /** Pairs of (column of the embedded table, column of the parent). */
  on: { child: string; parent: string }[]
}

type Candidate = Relationship & { constraint: string; columns: string[] }

/** Finds the one relationship meant by `embed`, by table, column or constraint name, with a hint to choose. */
export function findRelationship(schema: Schema, parent: string, embed: EmbedItem): Relationship {
  const candidates: Candidate[] = schema.foreignKeys.flatMap((key) => {
    const found: Candidate[] = []
    const named = (table: string) => [table, key.name, ...key.columns].includes(embed.relation)
    if (key.from === parent && named(key.to)) {
      found.push({
        table: key.to,
        toOne: true,
        on: key.targets.map((child, index) => ({ child, parent: key.columns[index] as string })),
        constraint: key.name,
        columns: key.columns,
      })
    }
    if (key.to === parent && (embed.relation === key.from || embed.relation === key.name)) {
      found.push({
        table: key.from,
        toOne: key.unique,
        on: key.columns.map((child, index) => ({ child, parent: key.targets[index] as string })),
        constraint: key.name,
        columns: key.columns,
      })
    }
    return found
  })
  const { hint } = embed
  const chosen = candidates.filter(
    (candidate) =>
      hint === null ||
      candidate.constraint === hint ||
      candidate.columns.includes(hint) ||
      candidate.table === hint,
  )
  const [only] = chosen
  if (!only) {
    throw new RestError(
      'PGRST200',
      `Could not find a relationship between '${parent}' and '${embed.relation}' in the schema cache`,
      `Searched for a foreign key relationship between '${parent}' and '${embed.relation}'${
        hint ? ` using the hint '${hint}'` : ''
      } in the schema 'public', but no matches were found.`,
    )
  }
  if (chosen.length > 1) {
    throw new RestError(
      'PGRST201',
      `Could not embed because more than one relationship was found for '${parent}' and '${embed.relation}'`,
      chosen.map(({ constraint, toOne, table }) => ({
        cardinality: toOne ? 'many-to-one' : 'one-to-many',
        embedding: `${parent} with ${table}`,
        relationship: constraint,
      })),
      `Try changing '${embed.relation}' to one of the following: ${chosen
        .map(({ constraint }) => `'${embed.relation}!${constraint}'`)
        .join(', ')}.`,
    )
  }
  return only
}
