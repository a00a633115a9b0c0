import { expect, test } from 'vitest'
import type { Sql } from '../db/sql.ts'
import { createGiveWay } from './give-way.ts'

/** A database that answers to nothing after as many milliseconds as it is told, on a clock of its own. */
function setScene(restMs: (tookMs: number) => number) {
  let now = 1000
  const pass = async (ms: number) => {
    now += ms
  }
  const given = { ms: 0.2, isAway: false }
  const sql = (async () => {
    await pass(given.ms)
    if (given.isAway) throw new Error('away')
  }) as unknown as Sql
  const giveWay = createGiveWay(sql, restMs, { now: () => now, sleep: pass })
  return {
    given,
    giveWay,
    /** When each of some pieces of ten milliseconds began. */
    async begun(pieces: number): Promise<number[]> {
      const from = now
      const starts: number[] = []
      for (let piece = 0; piece < pieces; piece++)
        await giveWay(async () => {
          starts.push(Math.round(now - from))
          await pass(10)
        })
      return starts
    },
  }
}

test('while the database is at rest, one piece follows the other', async () => {
  const { begun } = setScene(() => 500)
  expect(await begun(3)).toEqual([0, 10, 20])
})

test('while it answers late, each piece is followed by a rest, and no longer once it is at rest again', async () => {
  const { begun, given } = setScene((took) => 3 * took)
  await begun(1)
  given.ms = 5
  expect(await begun(3)).toEqual([0, 45, 90])
  given.ms = 0.2
  expect(await begun(3)).toEqual([30, 40, 50])
})

test('no rest is longer than two seconds', async () => {
  const { begun, given } = setScene(() => 60_000)
  await begun(1)
  given.ms = 5
  expect(await begun(2)).toEqual([0, 2015])
})

test('a database that is always as far away is at rest', async () => {
  const { begun, given } = setScene(() => 500)
  given.ms = 40
  expect(await begun(3)).toEqual([0, 50, 100])
})

test('a database that is away delays nothing more, and what fails is passed on', async () => {
  const { begun, given, giveWay } = setScene(() => 500)
  await begun(1)
  given.isAway = true
  given.ms = 50
  await expect(giveWay(() => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
  expect(await begun(2)).toEqual([0, 60])
})
