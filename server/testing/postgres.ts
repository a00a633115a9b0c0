/** A Postgres with the migrated template that test files copy. */
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, statfs, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.ts'
import { postgresIn, postgresOwner, SHARED_ROOT, startPostgres } from '../../scripts/postgres.ts'
import { createTemplate } from './template.ts'

/** Of every process that starts on such a server: with another one it would be refused, as a second installation is. */
export const JWT_SECRET = 'a-secret-of-the-server-tests-of-at-least-32-bytes'

export type TestPostgres = {
  url: string
  /** Ends it as a power cut would, and starts it again on the same port. */
  killAndRestart: () => Promise<void>
  /** Asks the server for a fast shutdown and resolves once it has ended; its files stay. */
  stopServer: () => Promise<void>
  /** After `stopServer`, on the same port. */
  startServer: () => Promise<void>
  /** Starts it again as a replica that nobody streams to. */
  becomeStandby: () => Promise<void>
  stop: () => Promise<void>
}

export async function startTestPostgres(settings: Record<string, string>): Promise<TestPostgres> {
  const dataDir = await makeDataDir()
  const options = { dataDir, port: await freePort(), settings: { max_wal_size: '128MB', ...settings } }
  let server = await startPostgres(options)
  await createTemplate(server.url)
  return {
    url: server.url,
    async killAndRestart() {
      const [pid] = readFileSync(join(server.files, 'postmaster.pid'), 'utf8').split('\n')
      const gone = new Promise((resolve) => server.process.once('exit', resolve))
      process.kill(Number(pid), 'SIGKILL')
      await gone
      server = await startPostgres(options)
    },
    stopServer: () => server.stop(),
    async startServer() {
      server = await startPostgres(options)
    },
    async becomeStandby() {
      await server.stop()
      await writeFile(join(server.files, 'standby.signal'), '')
      server = await startPostgres(options)
    },
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 2_000_000_000
const PREFIX = 'tune-test-'
const ABANDONED_MS = 3_600_000

/**
 * A folder for one server. Copying the template makes hundreds of files, which takes a disk twenty times as long as memory: so in
 * memory, where there is room. What killed runs have left there goes.
 */
async function makeDataDir(): Promise<string> {
  const owner = postgresOwner()
  const room = (await hasRoom(MEMORY)) ? MEMORY : owner ? SHARED_ROOT : tmpdir()
  for (const name of await readdir(room)) if (name.startsWith(PREFIX)) await sweep(join(room, name))
  const dataDir = await mkdtemp(join(room, PREFIX))
  const files = join(dataDir, 'files')
  await mkdir(files, { mode: 0o700 })
  if (owner) {
    await chmod(dataDir, 0o755)
    await chown(files, owner.uid, owner.gid)
  }
  await symlink(files, join(dataDir, 'postgres'))
  return dataDir
}

async function hasRoom(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null)
  return disk !== null && Math.min(disk.bavail * disk.bsize, process.availableMemory()) > ROOM_BYTES
}

async function sweep(dataDir: string): Promise<void> {
  const made = await stat(dataDir).catch(() => null)
  if (made === null || Date.now() - made.mtimeMs < ABANDONED_MS) return
  if (postgresIn(join(dataDir, 'files')) === null) await rm(dataDir, { recursive: true, force: true })
}
