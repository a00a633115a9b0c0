/** The exposed schemas as they were last read. Read again when something is missing in them, or when told to. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import { databaseSettings } from './database-settings.ts'
import type { RestDoorOptions, RestSettings } from './options.ts'
import { DEFAULT_SETTINGS } from './options.ts'
import { type Catalog, type CatalogFunction, type CatalogTable, readCatalog } from './read-catalog.ts'
import { primaryKeys, relationshipsOf } from './relationships-of.ts'
import type { FunctionInfo, Schema, TableInfo } from './schema.ts'

export type Known = { settings: RestSettings; schemas: Map<string, Schema> }
/** What is known; with `than`, what is known by now if that was not enough: the same if it may not be read again yet. */
export type KnowMore = (than?: Known) => Promise<Known>

/** Strangers can name what does not exist: so often may they make us look, at once and each second. */
const SPARE_READS = 5
const READ_AGAIN_MS = 1000

export function createSchemaCache(options: RestDoorOptions): KnowMore {
  let loaded: Promise<Known> | null = null
  let spare = SPARE_READS
  let refilledAt = Date.now()
  let isListening = false

  function load(): Promise<Known> {
    if (options.schemaChannel && !isListening) {
      isListening = true
      listen(options.sql, options.schemaChannel, options.log, () => {
        loaded = null
      })
    }
    const known = readKnown(options)
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

/** Calls `changed` for each notification, and each time the connection had to be made again. */
function listen(sql: Sql, channel: string, log: Logger, changed: () => void): void {
  sql
    .listen(channel, changed, changed)
    .catch((fault: unknown) =>
      log.error({ err: fault, channel }, 'the tables’ door cannot listen for changes'),
    )
}

async function readKnown({ sql, settings, databaseSettings: fromDatabase }: RestDoorOptions): Promise<Known> {
  const effective = {
    ...DEFAULT_SETTINGS,
    ...settings,
    ...(fromDatabase ? await databaseSettings(sql) : {}),
  }
  const catalog = await readCatalog(sql, effective.schemas)
  const schemas = effective.schemas.map((name) => [name, schemaOf(catalog, name)] as const)
  return { settings: effective, schemas: new Map(schemas) }
}

function schemaOf(catalog: Catalog, name: string): Schema {
  const tables = catalog.tables.filter((table) => table.schema === name)
  const keys = primaryKeys(catalog, tables)
  const functions = new Map<string, FunctionInfo[]>()
  for (const info of catalog.functions.filter((candidate) => candidate.schema === name)) {
    if (!isCallable(info)) continue
    functions.set(info.name, [...(functions.get(info.name) ?? []), functionOf(info, tables)])
  }
  return {
    name,
    tables: new Map(tables.map((table) => [table.name, tableOf(table, keys, catalog.functions)])),
    relationships: relationshipsOf(catalog, tables),
    functions,
  }
}

function tableOf(table: CatalogTable, keys: Map<string, string[]>, functions: CatalogFunction[]): TableInfo {
  const computed = functions.filter(({ rowOf, kind }) => rowOf === table.oid && kind === 'scalar')
  return {
    ...table,
    columns: new Map(table.columns.map((column) => [column.name, column])),
    computed: new Map(computed.map((info) => [info.name, info.returnType])),
    primaryKey: keys.get(table.name) ?? [],
  }
}

const RAW_TYPES = ['json', 'jsonb', 'text', 'xml', 'bytea']

/** All parameters have names, or the only one takes the whole body. */
function isCallable({ parameters }: CatalogFunction): boolean {
  if (parameters.every(({ name }) => name !== '')) return true
  return parameters.length === 1 && RAW_TYPES.includes(parameters[0]?.type ?? '')
}

/** Of a domain that says what a function answers with; of any type, the function says so itself. */
const MEDIA_TYPE = /^([\w.+-]+\/[\w.+-]+|\*\/\*)$/

const VOLATILITY = { i: 'immutable', s: 'stable', v: 'volatile' } as const

function functionOf(info: CatalogFunction, tables: CatalogTable[]): FunctionInfo {
  const { schema, name, parameters, volatility, returnsSet, kind, columns, isBytes, comment } = info
  const table = tables.find(({ oid }) => oid === info.table)?.name ?? null
  const mediaType = info.isDomain && MEDIA_TYPE.test(info.returnName) ? info.returnName : null
  return {
    ...{ schema, name, parameters, returnsSet, columns, isBytes, comment, table, mediaType },
    volatility: VOLATILITY[volatility],
    returns: kind,
  }
}
