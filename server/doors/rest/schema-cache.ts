/** The exposed schema as it was last read. Read again when something is missing in it. */
import type { Sql } from '../../platform/db/sql.ts'
import { type CatalogKey, readCatalog } from './read-catalog.ts'
import type { Pair, Relationship, Schema } from './schema.ts'

/** What is known; with `than`, what is known by now if that was not enough: the same if it may not be read again yet. */
export type KnowMore = (than?: Schema) => Promise<Schema>

/** Strangers can name what does not exist: so often may they make us look, at once and each second. */
const SPARE_READS = 5
const READ_AGAIN_MS = 1000

export function createSchemaCache(sql: Sql): KnowMore {
  let loaded: Promise<Schema> | null = null
  let spare = SPARE_READS
  let refilledAt = Date.now()

  function load(): Promise<Schema> {
    const known = readSchema(sql)
    loaded = known
    known.catch(() => {
      if (loaded === known) loaded = null
    })
    return known
  }
  function mayReadAgain(): boolean {
    const refill = Math.floor((Date.now() - refilledAt) / READ_AGAIN_MS)
    if (refill > 0) {
      spare = Math.min(SPARE_READS, spare + refill)
      refilledAt = Date.now()
    }
    return spare-- > 0
  }
  return async (than) => {
    const known = await (loaded ?? load())
    return known === than && mayReadAgain() ? load() : known
  }
}

async function readSchema(sql: Sql): Promise<Schema> {
  const { tables, keys, functions } = await readCatalog(sql)
  return {
    tables: new Map(
      tables.map((table) => [
        table.name,
        { ...table, columns: new Map(table.columns.map((column) => [column.name, column])) },
      ]),
    ),
    relationships: Map.groupBy(keys.flatMap(bothWays), ({ from }) => from),
    functions: new Map(functions.map((info) => [info.name, info])),
  }
}

function bothWays(key: CatalogKey): [Relationship, Relationship] {
  const pairs = key.columns.map((column, index): Pair => [column, key.targets[index] as string])
  const forth: Relationship = {
    from: key.from,
    to: key.to,
    cardinality: key.unique ? 'one-to-one' : 'many-to-one',
    constraint: key.name,
    pairs,
  }
  const back: Relationship = {
    ...forth,
    from: forth.to,
    to: forth.from,
    cardinality: key.unique ? 'one-to-one' : 'one-to-many',
    pairs: pairs.map(([own, other]): Pair => [other, own]),
  }
  return [forth, back]
}
