/** What exists: tables, columns and functions from the database's own catalogue, and keys that fit something. */
import type { Sql } from '#server/platform/db/sql.ts'
import type { Caller } from './callers.ts'

export type Facts = {
  tables: Readonly<Record<string, readonly string[]>>
  functions: Readonly<Record<string, readonly string[]>>
  /** Keys of people and of what is on sale. */
  uids: readonly string[]
}

export async function readFacts(sql: Sql, callers: readonly Caller[]): Promise<Facts> {
  const columns = await sql<{ relation: string; name: string }[]>`
    select relname as relation, attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p') and attnum > 0 and not attisdropped
    order by relname, attnum`
  const functions = await sql<{ name: string; args: string[] | null }[]>`
    select proname as name, proargnames as args from pg_proc where pronamespace = 'public'::regnamespace order by proname`
  const projects = await sql<{ uid: string }[]>`select uid from projects order by id`
  const byTable = Map.groupBy(columns, ({ relation }) => relation)
  return {
    tables: Object.fromEntries([...byTable].map(([table, list]) => [table, list.map(({ name }) => name)])),
    functions: Object.fromEntries(functions.map(({ name, args }) => [name, args ?? []])),
    uids: [
      ...projects.map(({ uid }) => uid),
      ...callers.flatMap(({ uid }) => (uid === null ? [] : [uid])).slice(0, 4),
    ],
  }
}
