/** What of the database can be seen: while it is the same, every read returns the same rows. */
import * as v from 'valibot'
import { askTogether } from './ask-together.ts'
import { parseSoleRow } from './rows.ts'
import type { Sql } from './sql.ts'

export type Version = string

const versionRow = v.object({ version: v.string() })

/**
 * Asks for the present version, all who ask at a moment together. It changes with every transaction that ends. (The end
 * of the write-ahead log would not do: a commit is in the log before anybody sees it.)
 */
export function createVersionReader(sql: Sql): () => Promise<Version> {
  const ask = askTogether(
    () => '',
    async (all: null[]) => {
      const rows = await sql`select pg_current_snapshot()::text as version`
      const { version } = parseSoleRow(versionRow, rows)
      return all.map(() => version)
    },
  )
  return () => ask(null)
}
