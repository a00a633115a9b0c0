/** How the tables and views of a schema refer to each other: by keys, through junctions, by functions. */
import type { Catalog, CatalogTable } from './read-catalog.ts'
import type { Pair, Relationship } from './schema.ts'
import { originsOf } from './view-columns.ts'

type Face = { table: CatalogTable; columns: string[] }
type Key = Extract<Relationship, { kind: 'key' }>

export function relationshipsOf(catalog: Catalog, tables: CatalogTable[]): Map<string, Relationship[]> {
  const keys = keyRelationships(catalog, tables)
  const all = [...keys, ...junctions(keys, primaryKeys(catalog, tables)), ...computed(catalog, tables)]
  const found = new Map<string, Relationship[]>()
  for (const relationship of all) {
    const known = found.get(relationship.from)
    if (known) known.push(relationship)
    else found.set(relationship.from, [relationship])
  }
  return found
}

/** Both directions of every key, for tables and for the views that show its columns. */
function keyRelationships(catalog: Catalog, tables: CatalogTable[]): Key[] {
  const facesOf = faces(catalog, tables)
  return catalog.keys.flatMap((key) => {
    const near = facesOf(key.from, key.columns)
    const far = facesOf(key.to, key.targets)
    return near.flatMap((own) => far.flatMap((other) => bothWays(key, own, other)))
  })
}

function bothWays(key: Catalog['keys'][number], own: Face, other: Face): Key[] {
  const pairs = own.columns.map((column, index): Pair => [column, other.columns[index] as string])
  const forth: Key = {
    kind: 'key',
    from: own.table.name,
    to: other.table.name,
    toView: other.table.isView,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    constraint: key.name,
    pairs,
  }
  const back: Key = {
    ...forth,
    from: forth.to,
    to: forth.from,
    toView: own.table.isView,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    pairs: pairs.map(([a, b]): Pair => [b, a]),
  }
  // A row that refers to one of its own table uniquely: either direction would be found by the same names.
  return [forth, back]
}

/** The tables and views of this schema in which all `columns` of a table can be seen, and under which names. */
function faces(catalog: Catalog, tables: CatalogTable[]) {
  const byNumber = new Map(tables.map((table) => [table.oid, table]))
  const origins = originsOf(catalog)
  const nameAt = new Map(catalog.names.map(({ table, place, name }) => [`${table} ${place}`, name]))
  const shown = new Map<number, { table: CatalogTable; names: Map<string, string> }[]>()
  for (const [oid, columns] of origins) {
    const view = byNumber.get(oid)
    if (!view) continue
    const byTable = new Map<number, Map<string, string>>()
    for (const [place, origin] of columns) {
      const base = nameAt.get(`${origin.table} ${origin.place}`)
      const own = view.columns.find((column) => column.place === place)?.name
      if (base === undefined || own === undefined) continue
      const names = byTable.get(origin.table) ?? new Map<string, string>()
      if (!names.has(base)) names.set(base, own)
      byTable.set(origin.table, names)
    }
    for (const [table, names] of byTable)
      shown.set(table, [...(shown.get(table) ?? []), { table: view, names }])
  }
  return (number: number, columns: string[]): Face[] => {
    const table = byNumber.get(number)
    const views = (shown.get(number) ?? []).flatMap(({ table: view, names }) => {
      const own = columns.flatMap((column) => names.get(column) ?? [])
      return own.length === columns.length ? [{ table: view, columns: own }] : []
    })
    return table ? [{ table, columns }, ...views] : views
  }
}

/** Of tables, and of the views that show them whole. */
export function primaryKeys(catalog: Catalog, tables: CatalogTable[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const facesOf = faces(catalog, tables)
  for (const { table, columns } of catalog.primaryKeys) {
    for (const face of facesOf(table, columns)) {
      if (!found.has(face.table.name)) found.set(face.table.name, face.columns)
    }
  }
  return found
}

/** A table whose primary key holds two of its keys relates the tables that they refer to. */
function junctions(keys: Key[], identity: Map<string, string[]>): Relationship[] {
  const byTable = new Map<string, Key[]>()
  for (const key of keys) {
    if (key.cardinality === 'one-to-many') continue
    const primary = identity.get(key.from) ?? []
    if (!key.pairs.every(([column]) => primary.includes(column))) continue
    byTable.set(key.from, [...(byTable.get(key.from) ?? []), key])
  }
  const found: Relationship[] = []
  for (const [junction, own] of byTable) {
    for (const near of own) {
      for (const far of own) {
        if (near === far || near.constraint === far.constraint) continue
        found.push({
          kind: 'junction',
          from: near.to,
          to: far.to,
          toView: far.toView,
          cardinality: 'many-to-many',
          junction,
          near: { constraint: near.constraint, pairs: near.pairs.map(([a, b]): Pair => [b, a]) },
          far: { constraint: far.constraint, pairs: far.pairs.map(([a, b]): Pair => [b, a]) },
        })
      }
    }
  }
  return found
}

/** Functions that take a row of a table and answer rows of another. */
function computed(catalog: Catalog, tables: CatalogTable[]): Relationship[] {
  const byNumber = new Map(tables.map((table) => [table.oid, table]))
  return catalog.functions.flatMap((candidate) => {
    const from = candidate.rowOf === null ? undefined : byNumber.get(candidate.rowOf)
    const to = candidate.table === null ? undefined : byNumber.get(candidate.table)
    if (!from || !to || candidate.kind !== 'row') return []
    return {
      kind: 'computed' as const,
      from: from.name,
      to: to.name,
      function: candidate.name,
      functionSchema: candidate.schema,
      isToOne: !candidate.returnsSet || candidate.oneRow,
    }
  })
}
