/** Shares to the centavo, whatever the amount and however many people. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from './money.ts'
import { addUp, isUnread, parseShare, partsOf, SHARERS_MAX, WHOLE } from './split.ts'

const amounts = fc.integer({ min: 0, max: MAX_CENTAVOS })
const weights = fc.array(fc.integer({ min: 0, max: MAX_CENTAVOS }), { minLength: 1, maxLength: SHARERS_MAX })
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

describe('parts of an amount', () => {
  test.each([
    [1, [5000, 5000], [1, 0]],
    [1, [1, 9999], [0, 1]],
    [100, [3333, 3333, 3334], [33, 33, 34]],
    [10, [3334, 3333, 3333], [4, 3, 3]],
    [5, Array(10).fill(1000), [1, 1, 1, 1, 1, 0, 0, 0, 0, 0]],
    [1799, [7000, 3000], [1259, 540]],
    [0, [5000, 5000], [0, 0]],
    [3, [0, 0], [0, 0]],
  ])('%d centavos by %j', (amount, shares, parts) => {
    expect(partsOf(amount, shares)).toEqual(parts)
  })

  test('add up, and each is its exact share rounded up or down', () => {
    fc.assert(
      fc.property(amounts, weights, (amount, given) => {
        fc.pre(sum(given) > 0)
        const parts = partsOf(amount, given)
        expect(sum(parts)).toBe(amount)
        const total = given.reduce((all, one) => all + BigInt(one), 0n)
        for (const [place, part] of parts.entries()) {
          const product = BigInt(amount) * BigInt(given[place] ?? 0)
          const down = Number(product / total)
          expect(part === down || (part === down + 1 && product % total > 0n)).toBe(true)
        }
      }),
    )
  })

  test('of what each still has never take more than that, and all of it takes all', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (held, part) => {
        const amount = Math.floor(sum(held) * part)
        fc.pre(amount <= MAX_CENTAVOS)
        for (const [place, taken] of partsOf(amount, held).entries()) {
          expect(taken).toBeLessThanOrEqual(held[place] ?? 0)
        }
        fc.pre(Number.isSafeInteger(sum(held)))
        expect(partsOf(sum(held), held)).toEqual(held)
      }),
    )
  })
})

test.each([
  [[WHOLE], true],
  [[7000, 3000], true],
  [Array(SHARERS_MAX).fill(WHOLE / SHARERS_MAX), true],
  [[], false],
  [[5000, 4999], false],
  [[5000, 5001], false],
  [[WHOLE, 0], false],
  [[10_001, -1], false],
  [[0.5, 9999.5], false],
  [Array(SHARERS_MAX + 5).fill(400), false],
])('shares %j make up the whole: %s', (shares, whole) => {
  expect(addUp(shares)).toBe(whole)
})

test.each([
  ['33,33', 3333],
  ['33.3', 3330],
  [' 50 % ', 5000],
  ['100', WHOLE],
  ['0,01', 1],
  ['0', null],
  ['100,01', null],
  ['1,234', null],
  ['-5', null],
  ['metade', null],
  ['', null],
])('a share written as %j is %s basis points', (text, share) => {
  expect(parseShare(text)).toBe(share)
})

test.each([
  ['33,333', true],
  ['metade', true],
  ['33,33', false],
  ['0', false],
  ['', false],
])('a share written as %j is not understood: %s', (text, unread) => {
  expect(isUnread(text)).toBe(unread)
})
