/** What the database holds, as one line: equal before and after unless something was written. */
import type { Sql } from '#server/platform/db/sql.ts'

const SCHEMAS = ['public', 'ledger', 'market', 'storage', 'chain']

/** Sign-in keeps count of refused attempts and requests of their keys, as they should: both stand outside. */
export async function fingerprint(sql: Sql): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ${sql(SCHEMAS)} order by 1`
  const sums = await sql.unsafe<{ name: string; sum: string }[]>(
    tables
      .map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
      )
      .join(' union all '),
  )
  return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]))
}

/** The tables that differ. */
export function changed(before: Record<string, string>, after: Record<string, string>): string[] {
  return Object.keys(after).filter((name) => before[name] !== after[name])
}
