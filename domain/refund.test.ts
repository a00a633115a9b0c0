import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fanPartOf } from './dispute.ts'
import { fitsRefund, platformPartOf } from './refund.ts'

describe('a refund', () => {
  test.each([
    [2000, 2000, true],
    [100, 2000, true],
    [99, 2000, false],
    [1901, 2000, false],
    [1900, 2000, true],
    [2001, 2000, false],
    [40, 40, true],
    [0, 2000, false],
  ])('of %i where %i are left: %s', (amount, left, fits) => {
    expect(fitsRefund(amount, left)).toBe(fits)
  })

  test('in any parts takes from each party what it was paid, and from neither more than its part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (amount, cuts) => {
          const sale = { amount, platform: Math.round(amount / 10) }
          const ends = [...cuts.map((cut) => Math.floor(cut * amount)), amount].sort((a, b) => a - b)
          let given = 0
          let platform = 0
          for (const end of ends) {
            const part = platformPartOf(end - given, given, sale)
            expect(part).toBeGreaterThanOrEqual(0)
            expect(part).toBeLessThanOrEqual(end - given)
            platform += part
            given = end
          }
          expect(platform).toBe(sale.platform)
        },
      ),
    )
  })
})

describe('the fan’s part of a dispute', () => {
  const payment = { amount: 10_000, fee: 438, refundedToCard: 0, disputedBefore: 0, fanPartBefore: 0 }
  test.each([
    ['the whole charge', 10_438, 0, 10_000],
    ['what a refund to the card has left', 5438, 5000, 5000],
    ['a part smaller than the fee', 300, 0, 0],
    ['more than the wallet ever got of it', 10_438, 4000, 6000],
  ])('of %s', (_name, disputed, refundedToCard, part) => {
    expect(fanPartOf(disputed, { ...payment, refundedToCard })).toBe(part)
  })

  test('of a charge that is disputed in parts, or twice, is no more than reached the wallet', () => {
    const parts: number[] = []
    for (const disputed of [300, 5000, 5138, 10_438]) {
      const disputedBefore = [0, 300, 5300, 10_438][parts.length] ?? 0
      const fanPartBefore = parts.reduce((sum, part) => sum + part, 0)
      parts.push(fanPartOf(disputed, { ...payment, disputedBefore, fanPartBefore }))
    }
    expect(parts).toEqual([0, 4862, 5138, 0])
  })
})
