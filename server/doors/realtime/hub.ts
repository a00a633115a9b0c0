/**
 * Where changes meet subscribers. Changes are handed out one after another, in commit order, each to the channels
 * that listen for it and whose users may see the row.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../platform/db/sql.ts'
import type { Logger } from '../../platform/log.ts'
import { describeTable, maySee, type Table } from './authorize.ts'
import type { Change } from './change.ts'
import type { Binding, Channel, Subscriber } from './channel.ts'
import { checkBinding, notEnabled } from './check-binding.ts'
import type { Claims } from './claims.ts'
import { passes } from './filter.ts'
import { createSubscriptions } from './subscriptions.ts'

/** How long the next change waits while a reader is behind. */
const BEHIND_MS = 1

export type Hub = {
  /** Resolves with a fault's text, or with null once nothing committed from now on will be missed. */
  subscribe: (subscriber: Subscriber) => Promise<string | null>
  unsubscribe: (subscriber: Subscriber) => void
  publish: (change: Change) => void
  /** Whether anybody listens for changes of the table. */
  wants: (schema: string, table: string) => boolean
  /** Resolves when everything published so far has been handed out. */
  settled: () => Promise<void>
  /** How many names are kept because of subscribers, for metrics and tests. */
  remembered: () => number
}

export type HubOptions = {
  sql: Sql
  strangerSql: Sql
  log: Logger
  /** Called when a change could not be handed out: listeners must read the state again. */
  onLost: () => void
}

export function createHub({ sql, strangerSql, log, onLost }: HubOptions): Hub {
  const subscriptions = createSubscriptions()
  const tables = createTables(sql)
  let queue: Promise<void> = Promise.resolve()

  async function subscribe(subscriber: Subscriber): Promise<string | null> {
    const fault = await whyNot(sql, tables, subscriber.channel)
    if (fault) return fault
    subscriptions.add(subscriber)
    return null
  }

  async function deliver(change: Change): Promise<void> {
    const candidates = [...subscriptions.candidates(change)]
    // A token's end closes its channels a moment later; nothing is told in between.
    const now = Date.now() / 1000
    const mayConcern = candidates.filter(
      ({ channel }) => channel.claims.exp > now && matching(channel, change).length > 0,
    )
    if (mayConcern.length === 0) return
    const table = await tables.describe(change.schema, change.table)
    if (!table) return
    // A user with several tabs open is checked once.
    const verdicts = new Map<string, Promise<boolean>>()
    let isSomebodyBehind = false
    await Promise.all(
      mayConcern.map(async (subscriber) => {
        const { claims } = subscriber.channel
        const bindings = concerned(subscriber.channel, change, table)
        if (bindings.length === 0) return
        const who = `${claims.role}:${claims.sub ?? ''}:${claims.session_id ?? ''}`
        let verdict = verdicts.get(who)
        if (!verdict) {
          verdict =
            change.type === 'DELETE'
              ? Promise.resolve(claims.role === 'service_role')
              : maySee(strangerSql, claims, change, table)
          verdicts.set(who, verdict)
        }
        if (!(await verdict)) return
        const ids = bindings.map(({ id }) => id)
        const payload = () => ({ ids, data: present(change, table, claims.role) })
        if (!subscriber.push('postgres_changes', payload)) isSomebodyBehind = true
      }),
    )
    // Time to read for those who do; too short to delay the others.
    await (isSomebodyBehind ? sleep(BEHIND_MS) : nextTurn())
  }

  return {
    subscribe,
    unsubscribe: subscriptions.remove,
    wants: subscriptions.has,
    publish(change) {
      queue = queue
        .then(() => deliver(change))
        .catch((fault) => {
          log.error({ err: fault, table: change.table }, 'a change could not be handed out')
          onLost()
        })
    },
    settled: () => queue,
    remembered: () => subscriptions.size() + tables.size(),
  }
}

/** Cached metadata of tables that somebody asked for. */
function createTables(sql: Sql) {
  const tables = new Map<string, Promise<Table | null>>()

  function describe(schema: string, table: string): Promise<Table | null> {
    const name = `${schema}.${table}`
    let known = tables.get(name)
    if (!known) {
      known = describeTable(sql, schema, table)
      tables.set(name, known)
      // Only published tables are cached: strangers choose the names.
      const forget = () => tables.delete(name)
      known.then((found) => found ?? forget(), forget)
    }
    return known
  }

  return { describe, size: () => tables.size }
}

/** Null when all of it can be served. */
async function whyNot(
  sql: Sql,
  tables: ReturnType<typeof createTables>,
  { bindings, claims }: Channel,
): Promise<string | null> {
  for (const binding of bindings) {
    if (binding.table === '*') continue
    const known = await tables.describe(binding.schema, binding.table)
    // Published for the server's own use only: subscribers are treated as if it were not published.
    const isReadable = known && known.readable.anon.size + known.readable.authenticated.size > 0
    if (!isReadable) return notEnabled(binding)
    const fault = await checkBinding(sql, known, binding, claims.role)
    if (fault) return fault
  }
  return null
}

function matching(channel: Channel, change: Change): Binding[] {
  return channel.bindings.filter(
    (binding) =>
      binding.schema === change.schema &&
      (binding.table === '*' || binding.table === change.table) &&
      (binding.event === '*' || binding.event === change.type) &&
      (!binding.filter || passes(binding.filter, rowOf(change))),
  )
}

/** The row that filters are about. */
function rowOf(change: Change): Record<string, unknown> {
  return change.type === 'DELETE' ? change.oldRecord : change.record
}

/** The bindings that a change concerns. A filter on a column that is not shown would tell what is in it. */
function concerned(channel: Channel, change: Change, table: Table): Binding[] {
  const readable = table.readable[channel.claims.role]
  return matching(channel, change).filter(
    ({ filter }) => filter?.every(({ column }) => readable.has(column)) ?? true,
  )
}

function present(change: Change, table: Table, role: Claims['role']): Record<string, unknown> {
  const readable = table.readable[role]
  const visible = (record: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => readable.has(name)))
  return {
    schema: change.schema,
    table: change.table,
    type: change.type,
    commit_timestamp: change.commitTime,
    columns: change.columns
      .filter(({ name }) => readable.has(name))
      .map(({ name, type }) => ({ name, type })),
    ...(change.type === 'DELETE' ? {} : { record: visible(change.record) }),
    ...(change.type === 'INSERT' ? {} : { old_record: visible(change.oldRecord) }),
    errors: null,
  }
}
