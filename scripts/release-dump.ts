/**
 * `node scripts/release-dump.ts {version}`: starts a world, uses it, and keeps what its database then holds as
 * `db/releases/{version}.sql.gz`: rows alone, for the migrations of that release make their tables. Made once, by the
 * code of the release itself, and never again.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { listSequences, listTables } from '#server/platform/backup/contents.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { freePorts, removeData, startWorld, worldAt } from '../e2e/world.ts'
import { tellStory } from './release/story.ts'

const FOLDER = join(import.meta.dirname, '../db/releases')

async function main(version: string | undefined): Promise<void> {
  if (!version || !/^\d+\.\d+$/.test(version))
    throw new Error('Which release? node scripts/release-dump.ts 0.2')
  const file = join(FOLDER, `${version}.sql.gz`)
  if (existsSync(file)) throw new Error(`${file} exists already, and stays as it is.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'tune-release-'))
  const { url, emulators, databaseUrl, port } = worldAt(await freePorts(), dataDir)
  const running = await startWorld({ port, dataDir })
  const sql = connect(databaseUrl, { max: 2 })
  try {
    await tellStory({ url, emulators, dataDir, sql })
    const text = await dumpRows(sql)
    await writeFile(file, gzipSync(text, { level: 9 }))
    console.log(`${file}: ${text.length} bytes before compression`)
  } finally {
    await sql.end()
    await running.stop()
    await removeData(dataDir)
  }
}

/** Every row as an INSERT, every sequence as a setval, as of one instant. Run by a session whose triggers are silent. */
async function dumpRows(sql: Sql): Promise<string> {
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

const MIGRATIONS = { name: 'private.migrations', columns: ['name', 'checksum', 'applied_at'] }

await main(process.argv[2])
