/** The database's disk has no room for a while. */
import { spawnSync } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SHARED_ROOT } from '../../scripts/postgres.ts'
import { processesOf } from '../../scripts/start-world.ts'
import type { Dose } from './dose.ts'

const FULL_MS = 5000
const PIECE = Buffer.alloc(1 << 20)
const NO_ROOM = 'ENOSPC'

/** True where a world can be given a disk of its own: as root on Linux. */
export function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'true']).status === 0
}

/** Only for a world that was started with a disk of its own. */
export const FULL_DISK: Dose = {
  name: 'the disk is full',
  async give({ dataDir }) {
    // Whoever started the world sees its disk; we look through its eyes.
    const [starter] = processesOf(dataDir, 'scripts/start')
    const filler = join(`/proc/${starter}/root`, SHARED_ROOT, 'filler')
    const file = await open(filler, 'w')
    try {
      for (;;) await file.write(PIECE)
    } catch (fault) {
      if ((fault as { code?: string }).code !== NO_ROOM) throw fault
      await sleep(FULL_MS)
    } finally {
      await file.close()
      await rm(filler)
    }
  },
}
