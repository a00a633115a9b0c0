import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from './change.ts'
import type { Subscriber } from './channel.ts'
import { parseJoin, readBindings } from './channel.ts'
import { passes } from './filter.ts'
import { createSubscriptions } from './subscriptions.ts'

function subscriber(...filters: (string | undefined)[]): Subscriber {
  const bindings = filters.map((filter) => ({
    event: '*',
    schema: 'public',
    table: 'mints',
    ...(filter === undefined ? {} : { filter }),
  }))
  const request = parseJoin({ config: { postgres_changes: bindings } })
  const claims = { role: 'anon' as const, exp: 9e9 }
  const channel = { topic: 'realtime:x', joinRef: '1', claims, ...readBindings(request as never) }
  return { channel, push: () => true }
}
function changeOf(record: Record<string, unknown>, type: Change['type'] = 'INSERT'): Change {
  const rows = type === 'DELETE' ? { record: {}, oldRecord: record } : { record, oldRecord: {} }
  return {
    schema: 'public',
    table: 'mints',
    type,
    commitTime: '',
    transaction: 3,
    position: '',
    columns: [],
    ...rows,
  }
}

describe('subscriptions', () => {
  test('a change of one value meets only who listens for it, and who listens for all', () => {
    const subscriptions = createSubscriptions()
    const many = Array.from({ length: 1000 }, (_, index) => subscriber(`user_id=eq.fan-${index}`))
    const all = subscriber(undefined)
    const compared = subscriber('amount=gt.5')
    for (const one of [...many, all, compared]) subscriptions.add(one)
    expect(subscriptions.candidates(changeOf({ user_id: 'fan-7' }))).toEqual(
      new Set([all, compared, many[7]]),
    )
    expect(subscriptions.candidates(changeOf({ user_id: 'fan-7' }, 'DELETE')).has(many[7] as never)).toBe(
      true,
    )
    expect(subscriptions.candidates({ ...changeOf({}), table: 'bids' })).toEqual(new Set())
  })

  test('whoever’s filter lets a row pass is a candidate', () => {
    const value = fc.oneof(fc.constantFrom('1', '01', '1.0', ' 1', '', 'true', 'NaN', '-0'), fc.string())
    const cell = fc.oneof(fc.integer(), fc.constantFrom(0, 1, -0, true, null), fc.string(), value)
    const operator = fc.constantFrom('eq', 'eq', 'neq', 'gt', 'in')
    fc.assert(
      fc.property(fc.array(fc.tuple(operator, value)), cell, (filters, id) => {
        const subscriptions = createSubscriptions()
        const listening = filters.map(([is, text]) => subscriber(`id=${is}.${text}`))
        for (const one of listening) subscriptions.add(one)
        const met = subscriptions.candidates(changeOf({ id }))
        for (const one of listening) {
          const [binding] = one.channel.bindings
          if (binding?.filter && passes(binding.filter, { id })) expect(met).toContain(one)
        }
      }),
    )
  })

  test('leave nothing behind when they end, and take nobody else along', () => {
    const subscriptions = createSubscriptions()
    const one = subscriber('id=eq.1', 'id=eq.2', 'uid=eq.x', undefined)
    const other = subscriber('id=eq.1')
    for (const each of [one, other]) subscriptions.add(each)
    subscriptions.remove(one)
    expect(subscriptions.candidates(changeOf({ id: 1 }))).toEqual(new Set([other]))
    expect(subscriptions.has('public', 'mints')).toBe(true)
    subscriptions.remove(other)
    expect([subscriptions.size(), subscriptions.has('public', 'mints')]).toEqual([0, false])
  })

  test('of a whole schema hear of each of its tables', () => {
    const subscriptions = createSubscriptions()
    const all = subscriber(undefined)
    for (const binding of all.channel.bindings) binding.table = '*'
    subscriptions.add(all)
    expect(subscriptions.has('public', 'bids')).toBe(true)
    expect(subscriptions.has('auth', 'users')).toBe(false)
    expect(subscriptions.candidates(changeOf({}))).toEqual(new Set([all]))
  })
})
