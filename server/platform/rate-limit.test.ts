import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { countUse, createLimit, forgetUses, perHour, perMinute } from './rate-limit.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
afterEach(() => {
  vi.useRealTimers()
})

test('in memory, a window begins with the first use, also in the middle of a minute', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 90_000 })
  const count = createLimit(database.sql, 'memory', perMinute(1, 'in memory'))
  expect([count('a'), count('a')]).toEqual([0, 60])
  vi.setSystemTime(120_000)
  expect([count('a'), count('b')]).toEqual([30, 0])
  vi.setSystemTime(149_999)
  expect(count('a')).toBe(1)
  vi.setSystemTime(150_000)
  expect([count('a'), count('b'), count('a')]).toEqual([0, 30, 60])
})

test('in the database, processes share a count, and people and limits do not', async () => {
  const limit = perMinute(2, 'in database')
  const [one, another] = [createLimit(database.sql, 'n', limit), createLimit(database.sql, 'n', limit)]
  expect([await one('a'), await another('a'), await one('b')]).toEqual([0, 0, 0])
  expect(await another('a')).toBeGreaterThan(0)
  expect(await createLimit(database.sql, 'other', limit)('a')).toBe(0)
})

test.each(['in memory', 'in database'] as const)(
  'whoever changes from one network of an IPv6 site to the next is limited too: %s',
  async (counted) => {
    const count = createLimit(database.sql, `site ${counted}`, perHour(2, counted))
    const waits: number[] = []
    for (let network = 1; network <= 12; network++)
      for (const _ of 'ab') waits.push(await count(`2001:db8:7:${network}::`))
    expect(waits.filter((wait) => wait === 0)).toHaveLength(20)
    expect(await count('2001:db8:8:1::')).toBe(0)
    expect(await count('203.0.113.7')).toBe(0)
  },
)

test('uses at once are all counted', async () => {
  const count = createLimit(database.sql, 'at once', perHour(5, 'in database'))
  const waits = await Promise.all(Array.from({ length: 20 }, () => count('a')))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
})

test('a request repeated under its key is one use, also when it is repeated at once', async () => {
  const count = createLimit(database.sql, 'repeated', perMinute(1, 'in database'))
  expect(await Promise.all(Array.from({ length: 10 }, () => count('a', 'key')))).toEqual(Array(10).fill(0))
  expect(await count('a', 'another')).toBeGreaterThan(0)
})

test('whoever sends each request twice under its key has the same limit', async () => {
  const count = createLimit(database.sql, 'twice', perMinute(3, 'in database'))
  const passed = async (key: string) => [await count('a', key), await count('a', key)].includes(0)
  const through: string[] = []
  for (const key of ['1', '2', '3', '4', '5', '6']) if (await passed(key)) through.push(key)
  expect(through).toEqual(['1', '2', '3'])
  const atOnce = createLimit(database.sql, 'twice at once', perMinute(3, 'in database'))
  const keys = ['1', '2', '3', '4', '5', '6'].flatMap((key) => [key, key])
  const waits = await Promise.all(keys.map(async (key) => ({ key, wait: await atOnce('a', key) })))
  expect(new Set(waits.filter(({ wait }) => wait === 0).map(({ key }) => key)).size).toBe(3)
})

test('a repetition that was sent earlier and comes later is not let through either', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const count = createLimit(database.sql, 'overtaken', perMinute(1, 'in database'))
  const at = (ms: number, key: string) => {
    vi.setSystemTime(1_800_000_000_000 + ms)
    return count('a', key)
  }
  expect(await at(0, '1')).toBe(0)
  expect(await at(7, '2')).toBe(60)
  expect(await at(6, '2')).toBe(60)
})

test('a window begins with the first use, says when it ends, and can be forgotten', async () => {
  const at = (seconds: number) =>
    countUse(database.sql, 'window', { most: 1, seconds: 60 }, new Date(1_800_000_000_000 + seconds * 1000))
  expect(await at(0)).toBe(0)
  expect(await at(20)).toBe(40)
  expect(await at(59.5)).toBe(1)
  expect(await at(60)).toBe(0)
  expect(await at(61)).toBe(59)
  await forgetUses(database.sql, 'window')
  expect(await at(62)).toBe(0)
})
