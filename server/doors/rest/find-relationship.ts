/** Which relationship an embedded relation means. */
import { RestError } from './errors.ts'
import type { EmbedItem } from './parse-select.ts'
import type { Pair, Relationship, Schema } from './schema.ts'
import { closest } from './suggest.ts'

/** The one relationship of `parent` that is meant. Throws PGRST200 if there is none, PGRST201 if there are several. */
export function findRelationship(schema: Schema, parent: string, embed: EmbedItem): Relationship {
  const known = schema.relationships.get(parent) ?? []
  const found = known.filter((candidate) => isMeant(candidate, embed.relation, embed.hint))
  const [only] = found
  if (!only) throw notFound(schema, parent, embed)
  // Overloads of one function differ in what they take, so only one of them takes a row of this table.
  if (found.length > 1 && only.kind !== 'computed') throw ambiguous(parent, embed.relation, found)
  return only
}

function isMeant(candidate: Relationship, target: string, hint: string | null): boolean {
  if (candidate.kind === 'computed') return candidate.function === target
  const column = onlyPair(candidate)
  if (candidate.from === candidate.to && candidate.kind === 'key') {
    // Both directions have one key: the list by the table's name, the one row by the column's.
    const isList = candidate.cardinality === 'one-to-many' && target === candidate.to
    if (hint !== null) return isList && column?.[1] === hint
    return isList || (candidate.cardinality === 'many-to-one' && column?.[0] === target)
  }
  const constraint = candidate.kind === 'key' ? candidate.constraint : null
  if (hint === null) {
    return target === candidate.to || (!candidate.toView && (target === constraint || target === column?.[0]))
  }
  if (target !== candidate.to) return false
  if (candidate.kind === 'junction') return hint === candidate.junction
  return hint === constraint || hint === column?.[0] || hint === column?.[1]
}

/** The columns of a relationship by one column; null for another. */
function onlyPair(candidate: Relationship): Pair | null {
  if (candidate.kind !== 'key' || candidate.pairs.length !== 1) return null
  return candidate.pairs[0] ?? null
}

function notFound(schema: Schema, parent: string, { relation, hint }: EmbedItem): RestError {
  const using = hint === null ? '' : `' using the hint '${hint}`
  return new RestError(
    'PGRST200',
    `Could not find a relationship between '${parent}' and '${relation}' in the schema cache`,
    `Searched for a foreign key relationship between '${parent}' and '${relation}${using}' in the schema ` +
      `'${schema.name}', but no matches were found.`,
    suggestion(schema, parent, relation),
  )
}

function suggestion(schema: Schema, parent: string, relation: string): string | null {
  const own = schema.relationships.get(parent)
  if (!own) {
    const table = closest(parent, schema.relationships.keys(), 0.33)
    return table && `Perhaps you meant '${table}' instead of '${parent}'.`
  }
  const targets = own.map(({ to }) => to)
  if (targets.includes(relation)) return null
  const target = closest(relation, targets, 0.33)
  return target && `Perhaps you meant '${target}' instead of '${relation}'.`
}

function ambiguous(parent: string, target: string, found: Relationship[]): RestError {
  return new RestError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${parent}' and '${target}'`,
    found.map(described),
    `Try changing '${target}' to one of the following: ${found.map(hintFor).join(', ')}. ` +
      `Find the desired relationship in the 'details' key.`,
  )
}

function described(candidate: Relationship): Record<string, string> {
  const embedding = `${candidate.from} with ${candidate.to}`
  if (candidate.kind === 'computed') return { embedding }
  const { cardinality } = candidate
  const columns = (pairs: Pair[], at: 0 | 1) => `(${pairs.map((pair) => pair[at]).join(', ')})`
  const relationship =
    candidate.kind === 'key'
      ? `${candidate.constraint} using ${candidate.from}${columns(candidate.pairs, 0)} and ` +
        `${candidate.to}${columns(candidate.pairs, 1)}`
      : `${candidate.junction} using ${candidate.near.constraint}${columns(candidate.near.pairs, 1)} and ` +
        `${candidate.far.constraint}${columns(candidate.far.pairs, 1)}`
  return { cardinality, embedding, relationship }
}

function hintFor(candidate: Relationship): string {
  if (candidate.kind === 'computed') return `'${candidate.function}'`
  return `'${candidate.to}!${candidate.kind === 'key' ? candidate.constraint : candidate.junction}'`
}
