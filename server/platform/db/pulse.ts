/** Nobody is kept waiting by a database that says nothing: it is asked for a sign of life while anybody waits for it. */
import type { Logger } from '../log.ts'
import { connect } from './sql.ts'

/** What waited goes on unheard, and may still be carried out: as with any lost answer, repeating it with its key is safe. */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
  code = 'DATABASE_SILENT'
  constructor() {
    super('the database does not answer')
  }
}

export type Pulse = {
  /** Does `work`; throws DatabaseSilent once the database is silent, at once where it already is. */
  unlessSilent: <Value>(work: () => Promise<Value>) => Promise<Value>
  close: () => Promise<void>
}

const LOOK_EVERY_MS = 250
/** Whoever waits is told within two seconds. */
const PATIENCE_MS = 1250
/** The host behind a connection may be gone for good without a word: another connection may find its successor. */
const ANEW_AFTER_MS = 5000

/** On a connection of its own: a pool that is merely busy is not silent. */
export function createPulse(url: string, { pooled, log }: { pooled: boolean; log: Logger }): Pulse {
  const open = () => connect(url, { max: 1, pooled, name: 'tune-pulse' })
  let sql = open()
  const waiting = new Set<(fault: DatabaseSilent) => void>()
  let looking: NodeJS.Timeout | null = null
  let isAsking = false
  /** Since when it has been asked without an answer. */
  let askedSince: number | null = null
  let isSilent = false

  async function ask(): Promise<void> {
    isAsking = true
    askedSince ??= performance.now()
    try {
      await sql`select`
      askedSince = null
      if (isSilent) log.info('the database answers again')
      isSilent = false
    } catch {
      // Asked again in a moment; its absence for so long is what counts.
    }
    isAsking = false
  }

  function look(): void {
    if (waiting.size === 0 && !isSilent) {
      rest()
      return
    }
    const unanswered = askedSince === null ? 0 : performance.now() - askedSince
    // After what has arrived was read: this process may have been the one that stood still.
    if (unanswered > PATIENCE_MS) setImmediate(fallSilent)
    if (isAsking && unanswered > ANEW_AFTER_MS) askAnew()
    if (!isAsking) void ask()
  }

  function rest(): void {
    clearInterval(looking as NodeJS.Timeout)
    looking = null
    if (!isAsking) askedSince = null
  }

  function fallSilent(): void {
    if (askedSince === null) return
    if (!isSilent) log.warn({ waiting: waiting.size }, 'the database does not answer')
    isSilent = true
    for (const tell of waiting) tell(new DatabaseSilent())
    waiting.clear()
  }

  function askAnew(): void {
    void sql.end({ timeout: 0 })
    sql = open()
    askedSince = performance.now() - PATIENCE_MS
    isAsking = false
  }

  return {
    unlessSilent(work) {
      if (isSilent) return Promise.reject(new DatabaseSilent())
      looking ??= setInterval(look, LOOK_EVERY_MS).unref()
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        work().then(
          (value) => {
            waiting.delete(reject)
            resolve(value)
          },
          (fault) => {
            waiting.delete(reject)
            reject(fault)
          },
        )
      })
    },
    async close() {
      if (looking) clearInterval(looking)
      await sql.end({ timeout: 0 })
    },
  }
}
