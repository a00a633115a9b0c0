/** What `db/releases/` keeps of a database: its rows, as SQL. */
import { listSequences, listTables } from '#server/platform/backup/contents.ts'
import type { Sql } from '#server/platform/db/sql.ts'

const MIGRATIONS = { name: 'private.migrations', columns: ['name', 'checksum', 'applied_at'] }

/** Every row as an INSERT and every sequence as a setval, in one snapshot. The text disables triggers while it runs. */
export async function dumpRows(sql: Sql): Promise<string> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    const lines = ['set session_replication_role = replica;']
    for (const { name, columns } of [...(await listTables(tx)), MIGRATIONS]) {
      const rows = await tx.unsafe<{ row: string }[]>(
        `select '(' || concat_ws(', ', ${columns.map((column) => `quote_nullable(${column})`).join(', ')}) || ')' as row
        from ${name} order by 1`,
      )
      if (rows.length === 0) continue
      lines.push(`insert into ${name} (${columns.join(', ')}) overriding system value values`)
      lines.push(`${rows.map(({ row }) => row).join(',\n')};`)
    }
    for (const { name, last } of await listSequences(tx)) {
      if (last !== null) lines.push(`select setval('${name}', ${last});`)
    }
    return `${lines.join('\n')}\nreset session_replication_role;\n`
  })
}
