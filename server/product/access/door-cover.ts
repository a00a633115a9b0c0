/** The free sample's cover, for the sign-in page before any script. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from '../../platform/db/sql.ts'
import type { DoorCover } from '../../platform/http/sign-in.ts'
import { findSample } from './sample.ts'

/** A changed sample is seen by then. */
const KEEP_MS = 60_000
/** The page does not wait longer for it: without a database, people still find the door. */
const PATIENCE_MS = 300

/** Answers the cover, read at most once a minute; null where there is no sample, or it could not be read in time. */
export function createDoorCover(sql: Sql): () => Promise<DoorCover | null> {
  let kept: { at: number; cover: Promise<DoorCover | null> } | null = null

  return async () => {
    if (!kept || Date.now() - kept.at > KEEP_MS) {
      const cover = findSample(sql).catch(() => {
        // What could not be read is asked for again at once.
        if (kept === mine) kept = null
        return null
      })
      const mine = { at: Date.now(), cover }
      kept = mine
    }
    return Promise.race([kept.cover, wait(PATIENCE_MS, null, { ref: false })])
  }
}
