/**
 * The contents of a backup: every table and sequence of ours and of the queue's, and the files that people stored.
 */
import type { Sql, Tx } from '../db/sql.ts'

const SCHEMAS = [
  'public',
  'auth',
  'private',
  'storage',
  'realtime',
  'ledger',
  'market',
  'chain',
  'graphile_worker',
]
/** Of the installation where a backup is restored: what its migrations have written, and that it was restored. */
const OF_THE_INSTALLATION = [
  'private.migrations',
  'private.schema_state',
  'graphile_worker.migrations',
  'private.restorations',
]

/** The folder of stored files, below the data folder. Share pictures are left out: they are rendered again. */
export const STORED_FILES = 'storage'

/** `columns` without the generated ones. */
export type Table = { name: string; columns: string[] }

export async function listTables(sql: Sql | Tx): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', nspname, relname) as name, array_agg(quote_ident(attname) order by attnum) as columns
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_attribute on attrelid = pg_class.oid
    where relkind = 'r' and nspname = any (${SCHEMAS}) and attnum > 0 and not attisdropped and attgenerated = ''
      and nspname || '.' || relname <> all (${OF_THE_INSTALLATION})
    group by nspname, relname
    order by 1`
}

export async function listSequences(sql: Sql | Tx): Promise<{ name: string; last: number | null }[]> {
  return sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value as last
    from pg_sequences
    where schemaname = any (${SCHEMAS})
    order by 1`
}

export async function listMigrations(sql: Sql | Tx): Promise<{ name: string; checksum: string }[]> {
  return sql`select name, checksum from private.migrations order by name`
}
