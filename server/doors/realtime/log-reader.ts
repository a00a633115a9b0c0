/**
 * Reads the log for all processes that tell of changes. Each of them runs one of these, and Postgres lets one at a time
 * read from the slot: whoever has it publishes, the others try again and again. A change is given up to Postgres only when
 * it has been published, so that the next reader begins where this one ended; what is published twice is at the same
 * position.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createBackOff } from '../../platform/db/back-off.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import type { Change } from './change.ts'
import { type Following, followLog } from './follow-log.ts'
import { ensureSlot, isSlotInUse } from './replication-slot.ts'
import { createVisibleChanges } from './visible-changes.ts'

export type LogReader = {
  /** Whether this process reads the log at present. */
  isReading: () => boolean
  stop: () => Promise<void>
}

type Options = {
  sql: Sql
  /** Postgres itself: a pooler passes no replication. */
  databaseUrl: string
  slot: string
  log: Logger
  /** Resolves once everybody will hear of them. It is called again, with the same ones and more, when it rejects. */
  publish: (changes: Change[], timeline: string) => Promise<void>
  /** Tells everybody that changes before the next ones are in no slot. */
  publishGap: () => Promise<void>
}

const TRY_EVERY_MS = 300
/** Above this many unpublished changes the log waits. */
const MOST_WAITING = 5000
const MOST_AT_ONCE = 500

export function startLogReader(options: Options): LogReader {
  const { sql, slot, log, publishGap } = options
  let stopped = false
  let current: Following | null = null
  const running = (async () => {
    const backOff = createBackOff(TRY_EVERY_MS)
    while (!stopped) {
      try {
        if (await ensureSlot(sql, slot)) await publishGap()
        current = await read(options)
        log.info('reading the log for all')
        backOff.reset()
        // It may have been stopped while it connected.
        if (stopped) await current.close()
        await current.ended
      } catch (fault) {
        if (!isSlotInUse(fault)) log.warn({ err: fault }, 'the log cannot be read for all yet')
        await sleep(isSlotInUse(fault) ? TRY_EVERY_MS : backOff.next())
      } finally {
        current = null
      }
    }
  })()
  return {
    isReading: () => current !== null,
    async stop() {
      stopped = true
      await current?.close()
      await running
    },
  }
}

/** Rejects when somebody else is reading. */
async function read({ sql, databaseUrl, slot, log, publish }: Options): Promise<Following> {
  const waiting: Change[] = []
  let received = 0
  let published = 0
  let done = 0n
  let isPublishing = false
  /** Some changes were given up: what follows them must not be published before they have been read again. */
  let isBroken = false
  const { promise: started, resolve: start } = Promise.withResolvers<Following>()

  async function publishAll(): Promise<void> {
    const { timeline, resume } = await started
    const backOff = createBackOff()
    for (;;) {
      const batch = waiting.slice(0, MOST_AT_ONCE)
      const last = batch.at(-1)
      if (!last) return
      try {
        await publish(batch, timeline)
      } catch (fault) {
        // Somebody else goes on from there, or this process does.
        log.warn({ err: fault }, 'changes could not be published')
        await sleep(backOff.next())
        continue
      }
      waiting.splice(0, batch.length)
      published += batch.length
      done = commitOf(last)
      if (waiting.length < MOST_WAITING) resume()
    }
  }

  const visible = createVisibleChanges(sql, {
    onChange(change) {
      if (isBroken) return
      waiting.push(change)
      if (waiting.length > MOST_WAITING) void started.then(({ pause }) => pause())
      if (isPublishing) return
      isPublishing = true
      void publishAll().finally(() => {
        isPublishing = false
      })
    },
    onLost(fault) {
      log.error({ err: fault }, 'changes could not be seen')
      isBroken = true
      void started.then(({ close }) => close())
    },
  })
  const following = await followLog(
    databaseUrl,
    {
      wants: () => true,
      onChange(change) {
        received++
        visible.push(change)
      },
    },
    { name: slot, confirm: (position) => (published === received ? position : done) },
  )
  start(following)
  return following
}

/** Where in the log its transaction was committed. */
function commitOf({ position }: Change): bigint {
  return BigInt(`0x${position.split('/')[0]}`)
}
