import { encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import type { ChainPayload } from '../chain-operations.ts'
import { encodeBatch, fillBatch, GAS_ALONE, type Operation } from './encode.ts'

const wallet: Hex = `0x${'ab'.repeat(20)}`
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

test('the money of a gift leaves the giver’s wallet, and returns there', () => {
  const [giver, author] = ['12', '34'].map((byte) => `0x${byte.repeat(20)}`) as [Hex, Hex]
  const contracts = { desk: wallet, balance: wallet, book: wallet, factory: wallet } as const
  const { payload } = sale(1) as Extract<Operation, { kind: 'sell_unit' }>
  const shares = [{ wallet: author, amount: 1800 }]
  const encoded = (operation: Operation) => encodeBatch(contracts, [operation], 0, 3600)
  const move = (from: Hex, to: Hex) =>
    encodeFunctionData({ abi: TuneBalance.abi, functionName: 'move', args: [from, to, 1800n] }).slice(2)
  const sold = encoded({ id: 1, kind: 'sell_unit', payload: { ...payload, shares, payer: giver } })
  expect(sold).toContain(move(giver, author))
  expect(sold).not.toContain(move(wallet, author))
  const back = { ...payload, expires: 0, shares, payer: giver }
  expect(encoded({ id: 2, kind: 'return_sale', payload: back })).toContain(move(author, giver))
  expect(encoded({ id: 3, kind: 'sell_unit', payload: { ...payload, shares } })).toContain(
    move(wallet, author),
  )
})
