/** One connection that reads the write-ahead log through a replication slot. */
import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import postgres from 'postgres'
import type { FeedListener } from './change.ts'
import { createDecoder } from './decode-log.ts'

/** Tables whose changes people may hear of. */
const PUBLICATION = 'supabase_realtime'

/** A slot that outlives its reader. It has one reader at a time: for a second one, `followLog` rejects. */
export type LastingSlot = {
  name: string
  /**
   * Up to which position of the log nothing has to be read again, when everything before `received` has arrived;
   * asked from time to time.
   */
  confirm: (received: bigint) => bigint
}

export type Following = {
  /** Of the log: a promoted replica begins another. */
  timeline: string
  /** Resolves when the connection is gone, whoever ended it. */
  ended: Promise<void>
  close: () => Promise<void>
  /** Lets the log wait, and its server, until `resume`. */
  pause: () => void
  resume: () => void
}

/** The server closes a replication connection it has not heard from for 60 s. */
const STATUS_EVERY_MS = 10_000
/** The reader of a lasting slot keeps others waiting: it is given up sooner. */
const LASTING = { statusEveryMs: 250, silenceMs: 1500 }

/** Resolves once changes are being followed: with a slot of its own, from now on; with a lasting one, from where it was left. */
export async function followLog(
  databaseUrl: string,
  listener: Pick<FeedListener, 'wants' | 'onChange'>,
  lasting: LastingSlot | null = null,
): Promise<Following> {
  const types = await loadTypes(databaseUrl)
  const { promise: ended, resolve: reportEnd } = Promise.withResolvers<void>()
  const sql = postgres(databaseUrl, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => reportEnd(),
    connection: {
      application_name: 'tune-change-feed',
      replication: 'database',
      ...(lasting ? { wal_sender_timeout: LASTING.silenceMs } : {}),
    } as never,
  })
  const { timeline, stream } = await startStream(sql, lasting).catch(async (fault) => {
    await sql.end({ timeout: 0 })
    throw fault
  })

  let received = 0n
  let confirmed = 0n
  const report = () => {
    const position = lasting ? lasting.confirm(received) : received
    // Never back: what has been confirmed may be gone.
    if (position > confirmed) confirmed = position
    stream.write(statusUpdate(confirmed))
  }
  const status = setInterval(report, lasting ? LASTING.statusEveryMs : STATUS_EVERY_MS)
  const decode = createDecoder(types, listener)
  stream.on('data', (bytes: Buffer) => {
    if (bytes[0] === XLOG_DATA) decode(bytes.subarray(25))
    else if (bytes[0] === KEEPALIVE) {
      received = bytes.readBigInt64BE(1)
      if (bytes[17] === 1) report()
    }
  })
  stream.on('error', () => reportEnd())
  stream.on('close', () => reportEnd())
  void ended.then(() => {
    clearInterval(status)
    return sql.end({ timeout: 0 })
  })
  return {
    ended,
    timeline,
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    async close() {
      reportEnd()
      await ended
      await sql.end({ timeout: 0 })
    },
  }
}

/** Postgres manual, "Streaming Replication Protocol". */
const XLOG_DATA = 0x77
const KEEPALIVE = 0x6b

/** Without a lasting slot, creates one that ends with the connection. */
async function startStream(
  sql: postgres.Sql,
  lasting: LastingSlot | null,
): Promise<{ timeline: string; stream: Duplex }> {
  const [{ timeline }] = await sql.unsafe<[{ timeline: unknown }]>('IDENTIFY_SYSTEM')
  const { name, start } = lasting ? { name: lasting.name, start: '0/0' } : await createSlot(sql)
  const stream = sql
    .unsafe(
      `START_REPLICATION SLOT ${name} LOGICAL ${start} (proto_version '1', publication_names '${PUBLICATION}')`,
    )
    .writable()
  return { timeline: String(timeline), stream: (await stream) as Duplex }
}

async function createSlot(sql: postgres.Sql): Promise<{ name: string; start: string }> {
  const name = `tune_${randomBytes(8).toString('hex')}`
  const [{ consistent_point: start }] = await sql.unsafe<[{ consistent_point: string }]>(
    `CREATE_REPLICATION_SLOT ${name} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  )
  return { name, start }
}

async function loadTypes(databaseUrl: string): Promise<Map<number, string>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, connect_timeout: 5 })
  try {
    const rows = await sql<{ oid: number; typname: string }[]>`select oid, typname from pg_type`
    return new Map(rows.map(({ oid, typname }) => [oid, typname]))
  } finally {
    await sql.end()
  }
}

/**
 * "Standby status update": everything before `position` is written, flushed and applied. A position already points
 * behind the last byte, so it is returned as it came: a server that is shutting down keeps asking until the reported
 * position is exactly the one it has sent.
 */
function statusUpdate(position: bigint): Buffer {
  const bytes = Buffer.alloc(34)
  bytes[0] = 0x72
  for (const offset of [1, 9, 17]) bytes.writeBigInt64BE(position, offset)
  return bytes
}
