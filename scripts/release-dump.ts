/**
 * `node scripts/release-dump.ts {version}`: starts a world, uses it, and stores its database as
 * `db/releases/{version}.sql.gz`: rows only, since the migrations of that release create the tables. Made once, by
 * the code of the release itself, and never again.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { connect } from '#server/platform/db/sql.ts'
import { dumpRows } from './release/dump.ts'
import { tellStory } from './release/story.ts'
import { freePorts, removeData, startWorld, worldAt } from './start-world.ts'

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

await main(process.argv[2])
