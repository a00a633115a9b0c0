/** Makes a database ready for the doors, if it is not. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '#server/platform/db/sql.ts'

/** The tables whose changes clients may subscribe to: `alter publication supabase_realtime add table …`. */
const CHANGES = 'supabase_realtime'

/** `sql` may create roles and schemas. Nothing that exists is changed. */
export async function prepare(sql: Sql): Promise<void> {
  const [accounts] = await sql<{ known: boolean }[]>`select to_regclass('auth.sessions') is not null as known`
  if (!accounts?.known) {
    const schema = await readFile(join(import.meta.dirname, 'schema.sql'), 'utf8')
    await sql.begin(async (tx) => {
      await tx.unsafe(schema).simple()
      // The original's administrators give accounts whatever role the database has.
      await tx`alter table auth.users drop constraint users_role_check`
    })
  }
  const published = await sql`select from pg_publication where pubname = ${CHANGES}`
  if (published.length === 0) await sql.unsafe(`create publication ${CHANGES}`)
}
