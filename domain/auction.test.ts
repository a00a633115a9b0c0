import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { award, outlook, unitsFreeNow } from './auction.ts'

describe('the outlook of a standing bid', () => {
  const CLOSES = 1000

  test('the third of three wins the unit that comes free third', () => {
    expect(outlook(3, [10, 20, 30], CLOSES)).toEqual({ kind: 'wins', at: 30, units: 3 })
  })

  test('the fourth of three is behind all that come free', () => {
    expect(outlook(4, [10, 20, 30], CLOSES)).toEqual({ kind: 'behind', at: 30, units: 3 })
  })

  test('what ends with the project or after it is not sold again', () => {
    expect(outlook(2, [10, CLOSES], CLOSES)).toEqual({ kind: 'behind', at: 10, units: 1 })
    expect(outlook(1, [CLOSES], CLOSES)).toEqual({ kind: 'none' })
  })

  test('while no window is open nothing can be said', () => {
    expect(outlook(1, [], CLOSES)).toEqual({ kind: 'none' })
  })

  test('is what the auction then does, if nothing changes', () => {
    const ends = fc.array(fc.nat(2 * CLOSES), { maxLength: 8 }).map((list) => list.toSorted((a, b) => a - b))
    const amounts = fc.uniqueArray(fc.nat(100), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(ends, amounts, (windows, bids) => {
        const standing = bids.map((amount, id) => ({ id, amount })).toSorted((a, b) => b.amount - a.amount)
        const freed = windows.filter((end) => end < CLOSES).map((freedAt, tokenId) => ({ tokenId, freedAt }))
        const awards = award(freed, standing)
        standing.forEach((bid, index) => {
          const won = awards.find((given) => given.bid?.id === bid.id)
          const told = outlook(index + 1, windows, CLOSES)
          expect(told.kind === 'wins' ? told.at : null).toBe(won?.unit.freedAt ?? null)
        })
      }),
    )
  })
})

test('units that wait are free for the next bids, less those that standing bids are about to be given', () => {
  expect(unitsFreeNow(2, 0)).toBe(2)
  expect(unitsFreeNow(2, 1)).toBe(1)
  expect(unitsFreeNow(1, 3)).toBe(0)
})
