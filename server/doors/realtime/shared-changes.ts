/** Changes for several processes: one reads the log, and all hear of it through NATS. */
import type { Sql } from '../../platform/db/sql.ts'
import type { Change, ChangeSource, FeedListener } from './change.ts'
import { type ChangeStream, openChangeStream } from './change-stream.ts'
import { startLogReader } from './log-reader.ts'
import { ensureSlot, slotName } from './replication-slot.ts'

export type SharedChangesOptions = {
  sql: Sql
  /** Postgres itself: a pooler passes no replication. */
  databaseUrl: string
  /** Addresses, separated by commas. */
  servers: string
  /** On how many of them each message is kept. */
  replicas: number
}

/** `gap`: what was committed before the next message may be missing. */
type Message = { timeline: string; changes: Change[] } | { gap: true }
/** A place in the log (as `Change`'s): positions of two timelines cannot be compared. */
type Place = { timeline: string; position: string }

/** What a message has around its changes. */
const ENVELOPE_BYTES = 64

/** A source for this process, which also stands ready to read the log for the others. */
export function shareChanges({ sql, databaseUrl, servers, replicas }: SharedChangesOptions): ChangeSource {
  return async (log, listener) => {
    const slot = await slotName(sql)
    const stream = await openChangeStream({ servers, replicas }, await streamName(sql), log)
    const say = (message: Message) => stream.publish(JSON.stringify(message))
    // From here on nothing is lost, whoever reads it.
    if (await ensureSlot(sql, slot)) await say({ gap: true })
    const hear = receive(listener, await placeNow(sql))
    const listening = await stream.listen({ onMessage: hear, onGap: listener.onGap })
    const reader = startLogReader({
      sql,
      databaseUrl,
      slot,
      log,
      publish: (changes, timeline) => publishInParts(stream, changes, timeline),
      publishGap: () => say({ gap: true }),
    })
    return {
      async stop() {
        await reader.stop()
        await listening.stop()
        await stream.close()
      },
    }
  }
}

/** Two installations may use the same servers. */
async function streamName(sql: Sql): Promise<string> {
  const [where] = await sql<[{ system: string; oid: string }]>`
    select system_identifier::text as system, oid::text
    from pg_control_system(), pg_database where datname = current_database()`
  return `tune_${where.system}_${where.oid}`
}

/** As few messages as their size allows. A change too large for one is a gap: everybody reads the state instead. */
async function publishInParts(stream: ChangeStream, changes: Change[], timeline: string): Promise<void> {
  const most = stream.mostBytes - ENVELOPE_BYTES
  let parts: string[] = []
  let bytes = 0
  const send = async () => {
    if (parts.length > 0) await stream.publish(`{"timeline":"${timeline}","changes":[${parts.join(',')}]}`)
    parts = []
    bytes = 0
  }
  for (const change of changes) {
    const text = JSON.stringify(change)
    const size = Buffer.byteLength(text) + 1
    if (bytes + size > most) await send()
    if (size > most) {
      await stream.publish('{"gap":true}')
      continue
    }
    parts.push(text)
    bytes += size
  }
  await send()
}

/** Every later commit is behind it. */
async function placeNow(sql: Sql): Promise<Place> {
  const [{ timeline, bytes }] = await sql<[{ timeline: number; bytes: string }]>`
    select ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline, (at - '0/0'::pg_lsn)::text as bytes
    from pg_current_wal_insert_lsn() as at`
  return { timeline: String(timeline), position: BigInt(bytes).toString(16).padStart(16, '0') }
}

/** Hands on each change behind `from` once, however often it was published. */
function receive({ wants, onChange, onGap }: FeedListener, from: Place): (message: string) => void {
  let { timeline, position } = from
  return (text) => {
    const message = JSON.parse(text) as Message
    if ('gap' in message) return onGap()
    if (message.timeline !== timeline) {
      // A promoted replica may lack what was told before, and goes on from an earlier position.
      timeline = message.timeline
      position = ''
      onGap()
    }
    for (const change of message.changes) {
      if (change.position <= position) continue
      position = change.position
      if (wants(change.schema, change.table)) onChange(change)
    }
  }
}
