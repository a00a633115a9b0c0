import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountWithCardFee, cardFee, largestAmount } from './fee.ts'
import { formatBRL, isAmount, MAX_CENTAVOS, parseBRL, readWrittenBRL } from './money.ts'
import { PAYMENT_STATUSES, PAYMENT_TRANSITIONS } from './payment.ts'
import { splitProceeds } from './proceeds.ts'
import { projectPhase, validityHours } from './project.ts'
import { checkPurchase, type PurchaseView } from './purchase.ts'
import { REFUSALS } from './refusal.ts'
import { REFUSAL_STATUS } from './refusal-status.ts'
import { givesAccess, playDeadline, unlockDeadline } from './token.ts'
import { mayBecome } from './transitions.ts'

const centavos = fc.integer({ min: 1, max: MAX_CENTAVOS })

describe('money', () => {
  test.each([
    [0, 'R$ 0,00'],
    [5, 'R$ 0,05'],
    [3800, 'R$ 38,00'],
    [123456, 'R$ 1.234,56'],
    [100000000, 'R$ 1.000.000,00'],
    [-150, '− R$ 1,50'],
  ])('%i is %s', (amount, text) => expect(formatBRL(amount)).toBe(text))

  test('what is shown can be read back', () =>
    fc.assert(fc.property(centavos, (amount) => parseBRL(formatBRL(amount)) === amount)))

  test('what is written elsewhere is read in reais', () =>
    fc.assert(fc.property(centavos, (amount) => readWrittenBRL(formatBRL(amount)) === amount)))

  test.each([
    ['50', 5000],
    ['1,2', 120],
    ['1.2', 120],
    ['1.234', 123_400],
    ['1,234', 123_400],
    ['1.234,5', 123_450],
    ['1,234.56', 123_456],
    ['1234.56', 123_456],
    [' r$\u00a01.234,56\n', 123_456],
    ['0', 0],
    ['-5', null],
    ['1e9', null],
    ['12.34.56', null],
    ['1.23,4', null],
    ['', null],
    ['um real', null],
    ['9'.repeat(30), null],
  ])('%j is read as %s', (text, amount) => expect(readWrittenBRL(text)).toBe(amount))

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53, MAX_CENTAVOS + 1, '100', null, undefined, [1]])(
    '%s is no amount',
    (value) => expect(isAmount(value)).toBe(false),
  )
})

describe('card fee', () => {
  test.each([
    // R$ 100,00 → 3,99 + 0,39
    [10_000, 438],
    [100, 43],
    [1, 39],
    // 3.99 % of 13.16 is 52.5084; of 50 centavos 1.995, rounded half up
    [1316, 92],
    [50, 41],
  ])('on %i is %i', (amount, fee) => expect(cardFee(amount)).toBe(fee))

  test('never shrinks as the amount grows, and comes on top', () =>
    fc.assert(
      fc.property(centavos, (amount) => {
        expect(cardFee(amount + 1)).toBeGreaterThanOrEqual(cardFee(amount))
        expect(amountWithCardFee(amount) - cardFee(amount)).toBe(amount)
      }),
    ))

  test('the largest amount by card is charged as the most that the processor takes, R$ 999.999,99', () => {
    expect(amountWithCardFee(largestAmount('card'))).toBe(99_999_999)
    expect(amountWithCardFee(largestAmount('card') + 1)).toBeGreaterThan(99_999_999)
    expect(largestAmount('pix')).toBe(MAX_CENTAVOS)
  })
})

test('the parts of a sale always add up, and a tenth is the platform’s', () =>
  fc.assert(
    fc.property(centavos, (amount) => {
      const { platform, author } = splitProceeds(amount)
      expect(platform + author).toBe(amount)
      expect(Math.abs(platform - amount / 10)).toBeLessThanOrEqual(0.5)
    }),
  ))

describe('payment machine', () => {
  test('staying is no step, and every end is final', () => {
    for (const machine of Object.values(PAYMENT_TRANSITIONS)) {
      for (const status of PAYMENT_STATUSES) expect(mayBecome(machine, status, status)).toBe(false)
      for (const end of ['succeded-mint', 'failed-mint', 'succeded-token', 'succeded-winner'] as const) {
        expect(machine[end]).toEqual([])
      }
    }
  })
})

describe('access', () => {
  test('ends at its instant, not after it', () => {
    const token = { status: 'minted' as const, willExpireAt: 1000 }
    expect(givesAccess(token, 999)).toBe(true)
    expect(givesAccess(token, 1000)).toBe(false)
  })
  test.each(['pending', 'expired', 'solded'] as const)('%s gives none', (status) =>
    expect(givesAccess({ status, willExpireAt: 1000 }, 0)).toBe(false),
  )
  test('deadlines count seconds', () => {
    expect(unlockDeadline(0, 3600)).toBe(3_600_000)
    expect(playDeadline(500, 2)).toBe(2500)
  })
})

describe('project', () => {
  test('the phase follows from the facts', () => {
    expect(projectPhase({ expiredAt: 10, firstLotSold: false }, 9)).toBe('first_lot')
    expect(projectPhase({ expiredAt: 10, firstLotSold: true }, 9)).toBe('auction')
    expect(projectPhase({ expiredAt: 10, firstLotSold: true }, 10)).toBe('closed')
  })
  test('an hour is singular, more are not', () => {
    expect(validityHours(3600)).toEqual({ hours: 1, singular: true })
    expect(validityHours(1800).singular).toBe(true)
    expect(validityHours(7200)).toEqual({ hours: 2, singular: false })
  })
})

describe('purchase', () => {
  const good: PurchaseView = {
    project: { isActive: true, isPaused: false, expiredAt: 100, firstLotSold: false, fiatPrice: 2000 },
    available: 1,
    holdsLiveToken: false,
    regrets: 0,
    opening: { opensAt: 40, turnAt: 50 },
  }
  const project = good.project as NonNullable<PurchaseView['project']>
  /** Every refusal, in order of precedence: each later fault is present in all earlier rows. */
  const worst: PurchaseView = {
    project: { ...project, isActive: false, isPaused: true, expiredAt: 0 },
    available: 0,
    holdsLiveToken: true,
    regrets: 2,
    opening: { opensAt: 60, turnAt: 70 },
  }
  test.each([
    ['project_not_found', { ...worst, project: null }],
    ['project_not_published', worst],
    ['project_closed', { ...worst, project: { ...project, isPaused: true, expiredAt: 0 } }],
    ['project_paused', { ...worst, project: { ...project, isPaused: true } }],
    ['project_not_open', { ...worst, project }],
    ['sold_out', { ...worst, project, opening: { opensAt: 50, turnAt: 70 } }],
    ['sold_out', { ...worst, opening: null, available: 1, project: { ...project, firstLotSold: true } }],
    ['turn_not_come', { ...good, holdsLiveToken: true, opening: { opensAt: 40, turnAt: 51 } }],
    ['already_owned', { ...good, holdsLiveToken: true, regrets: 2 }],
    ['regretted_often', { ...good, regrets: 2 }],
    ['insufficient_balance', good],
  ] as const)('%s', (refusal, view) => expect(checkPurchase(view, 1999, 50)).toBe(refusal))

  test('goes through with exactly the price, or with money from outside', () => {
    expect(checkPurchase(good, 2000, 50)).toBeNull()
    expect(checkPurchase(good, null, 50)).toBeNull()
  })
})

test('every refusal has a status', () => expect(Object.keys(REFUSAL_STATUS)).toEqual([...REFUSALS]))
