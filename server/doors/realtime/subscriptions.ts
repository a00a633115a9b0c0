/**
 * Indexes subscriptions, so that a change meets only those it may concern: subscribers of one value of a column are
 * found by that value, all others by the table.
 */
import type { Change } from './change.ts'
import type { Binding, Subscriber } from './channel.ts'
import { textOf } from './filter.ts'
import type { Condition } from './parse-filter.ts'

type Listeners = Set<Subscriber>
type TableIndex = {
  any: Listeners
  /** Column → value → subscribers. */
  byValue: Map<string, Map<string, Listeners>>
}

export type Subscriptions = {
  add: (subscriber: Subscriber) => void
  remove: (subscriber: Subscriber) => void
  /** Every subscriber the change may concern; their bindings decide. */
  candidates: (change: Change) => Listeners
  has: (schema: string, table: string) => boolean
  size: () => number
}

export function createSubscriptions(): Subscriptions {
  const tables = new Map<string, TableIndex>()

  function add(subscriber: Subscriber, { schema, table, filter }: Binding): void {
    const index = getOrSet(tables, `${schema}.${table}`, () => ({ any: new Set(), byValue: new Map() }))
    const equal = equalityIn(filter)
    if (!equal) return void index.any.add(subscriber)
    const values = getOrSet(index.byValue, equal.column, () => new Map())
    for (const key of keysOf(equal.values[0] ?? '')) {
      getOrSet(values, key, () => new Set()).add(subscriber)
    }
  }

  function remove(subscriber: Subscriber, { schema, table, filter }: Binding): void {
    const name = `${schema}.${table}`
    const index = tables.get(name)
    if (!index) return
    index.any.delete(subscriber)
    const equal = equalityIn(filter)
    const values = equal && index.byValue.get(equal.column)
    for (const key of values ? keysOf(equal.values[0] ?? '') : []) {
      values?.get(key)?.delete(subscriber)
      if (values?.get(key)?.size === 0) values.delete(key)
    }
    if (values?.size === 0) index.byValue.delete(equal?.column ?? '')
    if (index.any.size === 0 && index.byValue.size === 0) tables.delete(name)
  }

  return {
    add(subscriber) {
      for (const binding of subscriber.channel.bindings) add(subscriber, binding)
    },
    remove(subscriber) {
      for (const binding of subscriber.channel.bindings) remove(subscriber, binding)
    },
    candidates(change) {
      const found: Listeners = new Set()
      const row = change.type === 'DELETE' ? change.oldRecord : change.record
      for (const name of [`${change.schema}.${change.table}`, `${change.schema}.*`]) {
        const index = tables.get(name)
        for (const subscriber of index?.any ?? []) found.add(subscriber)
        for (const [column, values] of index?.byValue ?? []) {
          for (const subscriber of values.get(keyOf(row[column])) ?? []) found.add(subscriber)
        }
      }
      return found
    },
    has: (schema, table) => tables.has(`${schema}.${table}`) || tables.has(`${schema}.*`),
    size: () => tables.size,
  }
}

/** Numbers compare as numbers and everything else as text, as in `passes`: `01` is the number 1 but not the text. */
function keyOf(value: unknown): string {
  return typeof value === 'number' ? `number ${value}` : `text ${textOf(value)}`
}

/** The first condition that only one value can meet: the subscriber is found by that. */
function equalityIn(filter: Binding['filter']): Condition | undefined {
  return filter?.find(({ operator }) => operator === 'eq')
}

/** The filter does not know its column's type, so it is indexed as both. */
function keysOf(text: string): string[] {
  const number = Number(text.trim() || Number.NaN)
  return Number.isNaN(number) ? [keyOf(text)] : [keyOf(text), keyOf(number)]
}

function getOrSet<Value>(map: Map<string, Value>, key: string, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
