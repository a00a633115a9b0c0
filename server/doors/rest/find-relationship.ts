/** Which relationship an embedded relation means. */
import { RestError } from './errors.ts'
import type { EmbedItem } from './parse-select.ts'
import { EXPOSED, type Pair, type Relationship, type Schema } from './schema.ts'

/** The one relationship of `parent` that is meant. Throws PGRST200 if there is none, PGRST201 if there are several. */
export function findRelationship(schema: Schema, parent: string, embed: EmbedItem): Relationship {
  const known = schema.relationships.get(parent) ?? []
  const found = known.filter((candidate) => isMeant(candidate, embed.relation, embed.hint))
  const [only] = found
  if (!only) throw notFound(parent, embed)
  if (found.length > 1) throw ambiguous(parent, embed.relation, found)
  return only
}

function isMeant(candidate: Relationship, target: string, hint: string | null): boolean {
  const column = candidate.pairs.length === 1 ? candidate.pairs[0] : undefined
  if (candidate.from === candidate.to) {
    // Both directions have one key: the list by the table's name, the one row by the column's.
    const isList = candidate.cardinality === 'one-to-many' && target === candidate.to
    if (hint !== null) return isList && column?.[1] === hint
    return isList || (candidate.cardinality === 'many-to-one' && column?.[0] === target)
  }
  const { to, constraint } = candidate
  if (hint === null) return [to, constraint, column?.[0]].includes(target)
  return target === to && [constraint, column?.[0], column?.[1]].includes(hint)
}

function notFound(parent: string, { relation, hint }: EmbedItem): RestError {
  const using = hint === null ? '' : `' using the hint '${hint}`
  return new RestError(
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${relation}' in the schema cache`,
    `Searched for a foreign key relationship between '${parent}' and '${relation}${using}' in the schema ` +
      `'${EXPOSED}', but no matches were found.`,
  )
}

function ambiguous(parent: string, target: string, found: Relationship[]): RestError {
  const hints = found.map(({ to, constraint }) => `'${to}!${constraint}'`)
  return new RestError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${parent}' and '${target}'`,
    found.map(described),
    `Try changing '${target}' to one of the following: ${hints.join(', ')}. ` +
      `Find the desired relationship in the 'details' key.`,
  )
}

function described({ from, to, cardinality, constraint, pairs }: Relationship): Record<string, string> {
  const columns = (at: keyof Pair & (0 | 1)) => `(${pairs.map((pair) => pair[at]).join(', ')})`
  const relationship = `${constraint} using ${from}${columns(0)} and ${to}${columns(1)}`
  return { cardinality, embedding: `${from} with ${to}`, relationship }
}
