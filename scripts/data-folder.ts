/**
 * One world at a time in a data folder. The file `world.pids` in it lists the processes of the last world started
 * there: the world itself, then the shells that hold its parts. A new start waits for those still alive.
 */
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { faultOfFolder } from '#server/platform/files/usable-folder.ts'

const LIST = 'world.pids'
/** A world whose starter has ended is gone after five seconds. */
const PATIENCE_MS = 10_000
const LOOK_EVERY_MS = 50

/** Makes the folder of a world; throws with what to do when nothing can be kept in it. */
export function requireFolder(folder: string): void {
  const fault = faultOfFolder(folder)
  if (fault) throw new Error(`${folder} ${fault}. Mend that, or choose another: DATA_DIR=/some/folder`)
}

/** Claims `folder` for this process; throws with what to do when another world keeps running in it. */
export async function claimFolder(
  folder: string,
  patienceMs = PATIENCE_MS,
): Promise<{ add: (pid: number | undefined) => void }> {
  const list = join(folder, LIST)
  const until = Date.now() + patienceMs
  let told = false
  while (!putInPlace(list)) {
    const lines = readFileSync(list, 'utf8').trimEnd().split('\n')
    const alive = lines.filter((line) => line === signature(Number(line.split(' ')[0])))
    if (alive.length === 0) {
      rmSync(list, { force: true })
      continue
    }
    if (Date.now() > until) throw new Error(whatToDo(folder, alive, alive[0] === lines[0]))
    if (!told) console.log('  Waiting for the Tune that ran here before to end…')
    told = true
    await sleep(LOOK_EVERY_MS)
  }
  return { add: (pid) => appendFileSync(list, `${signature(pid)}\n`) }
}

/** Whether the list now begins with us; false when there is one already. It is created atomically. */
function putInPlace(list: string): boolean {
  const draft = `${list}.${process.pid}`
  writeFileSync(draft, `${signature(process.pid)}\n`)
  try {
    linkSync(draft, list)
    return true
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw fault
  } finally {
    rmSync(draft)
  }
}

/** A process's id and start time, since ids are reused; null when it has ended. */
function signature(pid: number | undefined): string | null {
  if (!existsSync('/proc/self')) {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.trim() ? `${pid} ${stdout.trim()}` : null
  }
  try {
    // The command's name, in brackets, may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? null : `${pid} ${fields[19]}`
  } catch {
    return null
  }
}

function whatToDo(folder: string, alive: string[], isWhole: boolean): string {
  const pids = alive.map((line) => line.split(' ')[0])
  return isWhole
    ? `Tune is already running from ${folder} (process ${pids[0]}). End it with Ctrl-C where it was started, or with \`kill ${pids[0]}\`. For a second one beside it: PORT=4000 DATA_DIR=.data-4000 npm start`
    : `Parts of a Tune that was killed do not end. End them with \`kill -9 ${pids.join(' ')}\`, and start again.`
}
