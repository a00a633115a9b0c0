/** The clock of a world's machine jumps, there and back. */
import { existsSync, readdirSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureEngine } from '../../scripts/engines.ts'
import type { Dose } from './dose.ts'

const LIBRARIES = '/usr/lib'
const LIBRARY = 'faketime/libfaketimeMT.so.1'
const SET_TO = 'clock'
const JUMPED_MS = 6000
/** No window that ended longer ago is open by any of a world's clocks. */
export const FARTHEST_SECONDS = 3600

/** What a world is started with, so that its clock can jump; null where Debian's libfaketime cannot be had. */
export async function ownClock(dataDir: string): Promise<Record<string, string> | null> {
  if (!ensureEngine('faketime')) return null
  await forgetClocksOfTheDead()
  const folder = readdirSync(LIBRARIES).find((name) => name.endsWith('-linux-gnu'))
  await writeFile(join(dataDir, SET_TO), '+0')
  return {
    LD_PRELOAD: join(LIBRARIES, folder ?? '', LIBRARY),
    FAKETIME_TIMESTAMP_FILE: join(dataDir, SET_TO),
    FAKETIME_CACHE_DURATION: '1',
    // As with a real clock, what measures how long something takes does not jump.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}

const SHARED = '/dev/shm'
/** Longer than a process outlives the one whose clock it shares. */
const OLD_MS = 3_600_000

/**
 * The library keeps memory by the id of a process, and whoever is killed leaves it there: a later process of that id and of another
 * user could not begin. What such a user left is theirs to remove, unless we are root.
 */
async function forgetClocksOfTheDead(): Promise<void> {
  if (!existsSync(SHARED)) return
  for (const name of readdirSync(SHARED)) {
    const [, id] = /faketime_(?:sem|shm)_(\d+)$/.exec(name) ?? []
    if (!id || existsSync(`/proc/${id}`)) continue
    const path = join(SHARED, name)
    const left = await stat(path).catch(() => null)
    const isOurs = left && [0, left.uid].includes(process.getuid?.() ?? -1)
    if (isOurs && Date.now() - left.mtimeMs > OLD_MS) await rm(path, { force: true })
  }
}

const jump = (name: string, by: string): Dose => ({
  name,
  async give({ dataDir }) {
    await writeFile(join(dataDir, SET_TO), by)
    await sleep(JUMPED_MS)
    await writeFile(join(dataDir, SET_TO), '+0')
  },
})

/** Only for a world that was started with a clock of its own. */
export const CLOCK_JUMPS: readonly Dose[] = [
  jump('the clock is an hour ahead', `+${FARTHEST_SECONDS}`),
  jump('the clock is an hour behind', `-${FARTHEST_SECONDS}`),
]
