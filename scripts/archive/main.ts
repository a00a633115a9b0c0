/**
 * `npm run archive -- backup` copies the database of a running world or cluster to its archive;
 * `npm run archive -- recover --into folder [--to 2026-11-23T12:34:56Z] [--port 5433]` brings it back as it was at that second, or as
 * far as the archive goes, and serves it until Ctrl-C. Settings as the server's (`DATABASE_DIRECT_URL`, `S3_…`), or else those of the cluster in DATA_DIR
 * (`.data/cluster`).
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnv } from '#server/env.ts'
import { noteRestoration } from '#server/platform/backup/restoration.ts'
import { connect } from '#server/platform/db/sql.ts'
import { s3Settings } from '#server/platform/files/create-files.ts'
import { postgresOwner, SHARED_ROOT } from '../postgres.ts'
import { type Archive, openArchive, takeBackup } from './archive.ts'
import { NotRecovered, recover, sameDatabaseAt } from './recover.ts'

const USAGE = 'npm run archive -- backup | recover --into {folder} [--to {instant}] [--port {port}]'
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    into: { type: 'string' },
    port: { type: 'string', default: '5433' },
  },
})

const settings = join(resolve(process.env.DATA_DIR ?? '.data/cluster'), 'server.env')
if (existsSync(settings)) process.loadEnvFile(settings)
const env = readEnv()
const store = s3Settings(env)
if (!store) throw new Error('There is no archive without S3_ENDPOINT and the rest of S3_….')
const keys = await mkdtemp(join(SHARED_ROOT, 'tune-archive-'))
const archive = await openArchive(store, keys, postgresOwner())
try {
  if (positionals[0] === 'backup') await takeBackup(archive, env.DATABASE_DIRECT_URL)
  else if (positionals[0] === 'recover' && values.into) await serveRecovered(archive, values.into)
  else throw new NotRecovered(USAGE)
} catch (fault) {
  if (!(fault instanceof NotRecovered)) throw fault
  console.error(fault.message)
  process.exitCode = 2
} finally {
  await rm(keys, { recursive: true })
}

async function serveRecovered(from: Archive, folder: string): Promise<void> {
  const instant = values.to === undefined ? null : new Date(values.to)
  if (Number.isNaN(instant?.getTime())) throw new NotRecovered(`--to is no instant. ${USAGE}`)
  const dataDir = resolve(folder)
  const running = await recover(from, { instant, dataDir, port: Number(values.port) })
  const url = sameDatabaseAt(running.url, env.DATABASE_DIRECT_URL)
  const sql = connect(url, { max: 1 })
  const [row] = await sql<{ last: Date | null }[]>`
    select max(created_at) as last from ledger.transfers`
  await noteRestoration(sql, instant ?? row?.last ?? new Date())
  await sql.end()
  console.log(`The database as of ${instant?.toISOString() ?? 'the end of its archive'}: ${url}
Files                  ${running.files}
Last movement of money ${row?.last?.toISOString() ?? 'none'}
Next, with DATABASE_URL set to it: npm run tune -- faults, then npm run tune -- reconcile. Ctrl-C ends it; its files stay.`)
  process.once('SIGINT', () => void running.stop())
}
