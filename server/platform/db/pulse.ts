/** Nobody is kept waiting by a database that says nothing: it is asked for a sign of life while anybody waits for it. */
import type { Logger } from '../log.ts'
import { connect, type Sql } from './sql.ts'

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
  const sign = askForSigns(() => connect(url, { max: 1, pooled, name: 'tune-pulse' }), speakAgain)
  const waiting = new Set<(fault: DatabaseSilent) => void>()
  let looking: NodeJS.Timeout | null = null
  let isSilent = false

  function look(): void {
    if (waiting.size === 0 && !isSilent) {
      clearInterval(looking as NodeJS.Timeout)
      looking = null
      return
    }
    // After what has arrived was read: this process may have been the one that stood still.
    if (sign.unansweredMs() > PATIENCE_MS) setImmediate(fallSilent)
    sign.ask()
  }

  function fallSilent(): void {
    if (sign.unansweredMs() === 0) return
    if (!isSilent) log.warn({ waiting: waiting.size }, 'the database does not answer')
    isSilent = true
    for (const tell of waiting) tell(new DatabaseSilent())
    waiting.clear()
  }

  function speakAgain(): void {
    if (isSilent) log.info('the database answers again')
    isSilent = false
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
      await sign.close()
    },
  }
}

/** One question at a time, again and again until it is answered. */
function askForSigns(open: () => Sql, onAnswer: () => void) {
  let sql = open()
  /** When it was first asked, and last, of those that nothing has answered since. */
  let unanswered: { since: number; asked: number } | null = null
  let isAsking = false

  async function ask(): Promise<void> {
    const now = performance.now()
    if (isAsking && unanswered && now - unanswered.asked < ANEW_AFTER_MS) return
    if (isAsking) {
      void sql.end({ timeout: 0 })
      sql = open()
    }
    isAsking = true
    unanswered = { since: unanswered?.since ?? now, asked: now }
    const asked = sql
    try {
      await asked`select`
      unanswered = null
      onAnswer()
    } catch {
      // Asked again in a moment; that nothing was answered for so long is what counts.
    }
    if (asked === sql) isAsking = false
  }

  return {
    ask: () => void ask(),
    unansweredMs: () => (unanswered ? performance.now() - unanswered.since : 0),
    close: () => sql.end({ timeout: 0 }),
  }
}
