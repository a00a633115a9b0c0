/** Which columns of tables the columns of views show, as Postgres' own form of a view tells. */
import type { Catalog } from './read-catalog.ts'

/** A column of a table: its number and its place. */
type Origin = { table: number; place: number }
/** For each view, by its number: the origins of its columns by place. */
export type Origins = Map<number, Map<number, Origin>>

/** Views of views lead to the tables at their bottom. Columns that are computed have no origin. */
export function originsOf(catalog: Pick<Catalog, 'views'>): Origins {
  const direct: Origins = new Map(catalog.views.map(({ oid, tree }) => [oid, readOrigins(tree)]))
  const resolve = (origin: Origin, depth: number): Origin | null => {
    const view = direct.get(origin.table)
    if (!view) return origin
    const next = view.get(origin.place)
    // No view can contain itself, but nothing here should depend on it.
    return next && depth < 32 ? resolve(next, depth + 1) : null
  }
  const origins: Origins = new Map()
  for (const [view, columns] of direct) {
    const found = new Map<number, Origin>()
    for (const [place, origin] of columns) {
      const base = resolve(origin, 0)
      if (base) found.set(place, base)
    }
    origins.set(view, found)
  }
  return origins
}

const TARGET =
  /:resno (\d+) :resname (?:\\.|[^\\ ])+ :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk (true|false)/g

/** The target list of the outermost query: those of queries within it stand deeper. */
function readOrigins(tree: string): Map<number, Origin> {
  const columns = new Map<number, Origin>()
  for (const found of outermostTargets(tree).matchAll(TARGET)) {
    const [place, table, column] = [Number(found[1]), Number(found[2]), Number(found[3])]
    if (table !== 0 && found[4] === 'false') columns.set(place, { table, place: column })
  }
  return columns
}

/** The entries `{TARGETENTRY …}` at depth two, `({QUERY … :targetList ({TARGETENTRY`, without what is inside them. */
function outermostTargets(tree: string): string {
  let depth = 0
  let text = ''
  for (let at = 0; at < tree.length; at++) {
    const character = tree[at] as string
    if (character === '\\') {
      if (depth === 2) text += character + (tree[at + 1] ?? '')
      at++
    } else if (character === '{') depth++
    else if (character === '}') depth--
    else if (depth === 2) text += character
  }
  return text
}
