import { describe, expect, test } from 'vitest'
import type { ChainPayload } from '../outbox.ts'
import { fillBatch, GAS_ALONE, type Operation } from './encode.ts'

const wallet = `0x${'ab'.repeat(20)}`
const log = { length: 7, head: 'cd'.repeat(32) }

function sale(id: number): Operation {
  const payload: ChainPayload['sell_unit'] = {
    edition: wallet,
    unit: id,
    wallet,
    amount: 2000,
    shares: [
      { wallet, amount: 1800 },
      { wallet, amount: 200 },
    ],
    reference: crypto.randomUUID(),
  }
  return { id, kind: 'sell_unit', payload }
}

function bids(id: number, count: number): Operation {
  const entry = { wallet, amount: 2000, reference: crypto.randomUUID() }
  return { id, kind: 'record_bids', payload: { edition: wallet, bids: Array(count).fill(entry), log } }
}

function releases(id: number, count: number): Operation {
  const references = Array(count).fill(crypto.randomUUID())
  return { id, kind: 'release_bids', payload: { edition: wallet, references, log } }
}

describe('a batch', () => {
  test('takes from the front, in order, and no more gas than a transaction may have', () => {
    const queued = Array.from({ length: 100 }, (_, index) =>
      index % 2 === 0 ? sale(index) : bids(index, index),
    )
    const { batch, gas } = fillBatch(queued)
    expect(batch).toEqual(queued.slice(0, batch.length))
    expect(batch.length).toBeGreaterThan(50)
    expect(gas).toBeLessThanOrEqual(GAS_ALONE)
    expect(fillBatch(queued.slice(0, batch.length + 1)).batch).toHaveLength(batch.length)
  })

  test.each([
    ['bids', bids],
    ['releases', releases],
  ])('gives a list of %s gas for each of its entries', (_, list) => {
    const gasOf = (count: number) => fillBatch([list(1, count)]).gas
    const each = gasOf(1) - gasOf(0)
    expect(each).toBeGreaterThan(0n)
    expect(gasOf(1000) - gasOf(0)).toBe(each * 1000n)
  })

  test('carries the longest list there may be, and what does not fit beside it waits', () => {
    expect(fillBatch([bids(1, 1900)]).gas).toBeLessThanOrEqual(GAS_ALONE)
    expect(fillBatch([releases(1, 1900)]).gas).toBeLessThanOrEqual(GAS_ALONE)
    const { batch } = fillBatch([bids(1, 1900), bids(2, 1900), sale(3)])
    expect(batch.map(({ id }) => id)).toEqual([1])
  })
})
