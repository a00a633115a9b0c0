/**
 * Committed changes of the published tables, in commit order, read from the write-ahead log through a temporary
 * replication slot. Not LISTEN/NOTIFY, which takes a database-wide lock at every commit.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { createBackOff } from '../../platform/db/back-off.ts'
import type { Logger } from '../../platform/log.ts'
import { toJson } from './json-values.ts'
import { type Relation, readMessage, type Tuple } from './pgoutput.ts'

export type Change = {
  schema: string
  table: string
  type: 'INSERT' | 'UPDATE' | 'DELETE'
  commitTime: string
  /** The 32 bits of its id that are in the log. */
  transaction: number
  columns: { name: string; type: string; isKey: boolean }[]
  record: Record<string, unknown>
  /** The key columns only: the log holds nothing else of an old row. */
  oldRecord: Record<string, unknown>
}

export type FeedListener = {
  /** Called before each change is decoded: changes nobody listens for cost nothing. */
  wants: (schema: string, table: string) => boolean
  onChange: (change: Change) => void
  /** The log could not be followed without a gap: consumers must read the state again. */
  onGap: () => void
}

export type ChangeFeed = { stop: () => Promise<void> }

/** Tables whose changes people may hear of, and what the database says on topics. */
const PUBLICATIONS = 'supabase_realtime,realtime_messages'
/** The server closes a replication connection it has not heard from for 60 s. */
const STATUS_EVERY_MS = 10_000

/** Resolves once changes are being followed: everything committed after that is delivered while it runs. */
export async function startChangeFeed(
  databaseUrl: string,
  log: Logger,
  listener: FeedListener,
): Promise<ChangeFeed> {
  let stopped = false
  let current = await follow(databaseUrl, listener)
  const running = (async () => {
    for (;;) {
      await current.ended
      if (stopped) return
      log.warn('the change feed was cut off; following anew')
      listener.onGap()
      for (const backOff = createBackOff(); ; ) {
        if (stopped) return
        try {
          current = await follow(databaseUrl, listener)
          // It was stopped while connecting: nothing else would close this connection.
          if (stopped) return await current.close()
          break
        } catch (fault) {
          log.warn({ err: fault }, 'the change feed cannot follow yet')
          await sleep(backOff.next())
        }
      }
      // Changes committed between the two slots were seen by neither.
      listener.onGap()
    }
  })()
  return {
    async stop() {
      stopped = true
      await current.close()
      await running
    },
  }
}

type Following = { ended: Promise<void>; close: () => Promise<void> }

async function follow(databaseUrl: string, listener: FeedListener): Promise<Following> {
  const types = await loadTypes(databaseUrl)
  let reportEnd: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    reportEnd = resolve
  })
  const sql = postgres(databaseUrl, {
    max: 1,
    fetch_types: false,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    onclose: () => reportEnd(),
    connection: { application_name: 'tune-change-feed', replication: 'database' } as never,
  })
  const stream = await startStream(sql).catch(async (fault) => {
    await sql.end({ timeout: 0 })
    throw fault
  })

  let seen = 0n
  const report = () => stream.write(statusUpdate(seen))
  const status = setInterval(report, STATUS_EVERY_MS)
  const decode = createDecoder(types, listener)
  stream.on('data', (bytes: Buffer) => {
    if (bytes[0] === 0x77) {
      seen = bytes.readBigInt64BE(9) > seen ? bytes.readBigInt64BE(9) : seen
      decode(bytes.subarray(25))
    } else if (bytes[0] === 0x6b) {
      const end = bytes.readBigInt64BE(1)
      seen = end > seen ? end : seen
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
    async close() {
      reportEnd()
      await ended
      await sql.end({ timeout: 0 })
    },
  }
}

/** Creates a slot that ends with the connection, and begins to read from it. */
async function startStream(sql: postgres.Sql) {
  const slot = `tune_${randomBytes(8).toString('hex')}`
  const [{ consistent_point: start }] = await sql.unsafe<[{ consistent_point: string }]>(
    `CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput NOEXPORT_SNAPSHOT`,
  )
  return sql
    .unsafe(
      `START_REPLICATION SLOT ${slot} LOGICAL ${start} (proto_version '1', publication_names '${PUBLICATIONS}')`,
    )
    .writable()
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

function createDecoder(
  types: Map<number, string>,
  { wants, onChange }: FeedListener,
): (bytes: Buffer) => void {
  const relations = new Map<number, Relation>()
  let commitTime = ''
  let transaction = 0

  /** A relation that was never described counts as wanted, so that it is reported as a fault. */
  function wanted(relationId: number): boolean {
    const relation = relations.get(relationId)
    return !relation || wants(relation.schema, relation.table)
  }

  function emit(type: Change['type'], relationId: number, after: Tuple | null, before: Tuple | null): void {
    const relation = relations.get(relationId)
    if (!relation) throw new Error(`change of a relation ${relationId} that was never described`)
    const typed = relation.columns.map(({ name, type: oid, isKey }) => ({
      name,
      type: types.get(oid) ?? 'text',
      isKey,
    }))
    const pick = (tuple: Tuple, keysOnly: boolean) =>
      Object.fromEntries(
        typed.flatMap((column, index) => {
          const value = tuple[index]
          const wanted = value !== undefined && (!keysOnly || column.isKey)
          return wanted ? [[column.name, toJson(value, column.type)]] : []
        }),
      )
    onChange({
      schema: relation.schema,
      table: relation.table,
      type,
      commitTime,
      transaction,
      columns: typed,
      record: after ? pick(after, false) : {},
      oldRecord: before ? pick(before, true) : after && type === 'UPDATE' ? pick(after, true) : {},
    })
  }

  return (bytes) => {
    const message = readMessage(bytes, wanted)
    switch (message.kind) {
      case 'begin':
        commitTime = message.commitTime.toISOString()
        transaction = message.transaction
        break
      case 'relation':
        relations.set(message.relation.id, message.relation)
        break
      case 'insert':
        emit('INSERT', message.relation, message.after, null)
        break
      case 'update':
        emit('UPDATE', message.relation, message.after, message.before)
        break
      case 'delete':
        emit('DELETE', message.relation, null, message.before)
    }
  }
}
