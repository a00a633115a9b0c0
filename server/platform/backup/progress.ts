/** What a long copy has moved: told now and then, and given up when nothing moves. */
import { BackupRefused } from './refused.ts'

export type Watching = {
  /** Called with a line for the operator, every `tellEveryMs` milliseconds. */
  tell?: (line: string) => void
  tellEveryMs?: number
  /** Milliseconds without a byte after which the copy is given up. */
  stallMs?: number
}

export type Progress = {
  /** Names what is copied from now on; throws when the copy has been given up. */
  begin: (what: string) => void
  moved: (bytes: number) => void
  /** Aborted when the copy is given up. */
  signal: AbortSignal
}

const TELL_EVERY_MS = 5000
const STALL_MS = 60_000
const MEGABYTE = 1_000_000

/** Resolves as `work` does. Throws BackupRefused as soon as nothing has moved for `stallMs`, whatever `work` waits for. */
export async function whileMoving<Answer>(
  { tell, tellEveryMs = TELL_EVERY_MS, stallMs = STALL_MS }: Watching,
  work: (progress: Progress) => Promise<Answer>,
): Promise<Answer> {
  const given = new AbortController()
  const stalled = Promise.withResolvers<never>()
  let now = 'the database'
  let bytes = 0
  const giveUp = () => {
    const reason = new BackupRefused(
      `Nothing has moved for ${stallMs / 1000} seconds, at ${now}. Nothing was kept; is it locked, or the disk or the network away?`,
    )
    given.abort(reason)
    stalled.reject(reason)
  }
  let stall = setTimeout(giveUp, stallMs)
  const alive = () => {
    clearTimeout(stall)
    stall = setTimeout(giveUp, stallMs)
  }
  const telling = setInterval(() => tell?.(`${(bytes / MEGABYTE).toFixed(1)} MB, now ${now}`), tellEveryMs)
  const progress: Progress = {
    begin(what) {
      given.signal.throwIfAborted()
      now = what
      alive()
    },
    moved(amount) {
      bytes += amount
      alive()
    },
    signal: given.signal,
  }
  try {
    return await Promise.race([work(progress), stalled.promise])
  } finally {
    clearTimeout(stall)
    clearInterval(telling)
  }
}
