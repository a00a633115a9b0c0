/** The names by which parameters refer to embedded relations: `rel.sub.limit=1`. */
import { notEmbedded } from './build-order.ts'
import { emptyRelation, type Query, type RelationQuery } from './parse-query.ts'
import type { EmbedItem, SelectItem } from './parse-select.ts'

/** A relation goes by its alias and by its own name. */
export function pathsOf(parents: string[], embed: EmbedItem): string[] {
  const names = new Set([embed.alias ?? embed.relation, embed.relation])
  return parents.flatMap((parent) => [...names].map((name) => (parent === '' ? name : `${parent}.${name}`)))
}

/** What is asked of an embedded relation. */
export function relationAt(query: Query, parents: string[], embed: EmbedItem): RelationQuery {
  for (const path of pathsOf(parents, embed)) {
    const asked = query.relations.get(path)
    if (asked) return asked
  }
  return emptyRelation()
}

/** Parameters may only speak of relations that are embedded. Throws PGRST108. */
export function checkPaths(query: Query): void {
  const embedded = new Set([''])
  const walk = (items: SelectItem[], parents: string[]) => {
    for (const item of items) {
      if (item.kind !== 'embed') continue
      const paths = pathsOf(parents, item)
      for (const path of paths) embedded.add(path)
      walk(item.items, paths)
    }
  }
  walk(query.select, [''])
  for (const path of query.relations.keys()) {
    if (!embedded.has(path)) throw notEmbedded(path)
  }
}
