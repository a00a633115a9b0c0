import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MAX_CENTAVOS } from '#domain/money.ts'
import { ApiError } from '../../lib/api.ts'
import { bidFault, placeOfFailure } from './bid-fault.ts'

const texts = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../../../i18n/pt/${file}.json`, import.meta.url), 'utf8')) as Record<
    string,
    string
  >
const refusals = texts('refusals')

const now = Date.parse('2026-11-21T10:00:00Z')
const project = {
  isActive: true,
  isPaused: false,
  expiredAt: '2026-12-21T10:00:00Z',
  phase: 'auction',
  fiatPrice: 2000,
  hasProject: false,
} as const
const facts = {
  project,
  standing: [{ amount: 3000 }, { amount: 2500 }],
  hasActiveBid: false,
  isPaidForIt: false,
}
const offer = (amount: number | null, balance: number | null = null) => ({
  amount,
  balance,
  largest: MAX_CENTAVOS,
})

describe('bidFault', () => {
  test.each([
    ['nothing typed', offer(null), 'required'],
    ['more than anything takes', offer(MAX_CENTAVOS + 1), 'too_high'],
    ['the price itself', offer(2000), null],
    ['the whole balance', offer(4000, 4000), null],
  ])('%s: %j gives %j', (_name, given, fault) => {
    expect(bidFault(facts, given, now)).toBe(fault)
  })

  /** The specification, section 5, in its own words. */
  test.each([
    ['below the price', offer(1999), 'O valor deve ser igual ou maior que o valor do $TUNE.'],
    ['above the balance', offer(4001, 4000), 'O valor do lance não pode exceder o saldo disponível.'],
    ['an amount that is taken', offer(2500), 'Já existe um lance com este valor. Escolha outro valor.'],
  ])('%s: %j says "%s"', (_name, given, sentence) => {
    expect(refusals[bidFault(facts, given, now) ?? '']).toBe(sentence)
  })

  test('one bid is enough', () => {
    const fault = bidFault({ ...facts, hasActiveBid: true }, offer(4000), now)
    expect(refusals[fault ?? '']).toBe(
      'Você já possui um lance válido para este $TUNE. É permitido apenas um lance por leilão.',
    )
  })

  test('whoever is paid for the work does not bid', () => {
    expect(bidFault({ ...facts, isPaidForIt: true }, offer(4000), now)).toBe('own_work')
  })

  test('the page may be older than the project', () => {
    const at = (more: object) => bidFault({ ...facts, project: { ...project, ...more } }, offer(4000), now)
    expect(at({ expiredAt: '2026-11-21T10:00:00Z' })).toBe('project_closed')
    expect(at({ phase: 'first_lot' })).toBe('first_lot_open')
    expect(at({ hasProject: true })).toBe('already_owned')
  })
})

test.each([
  ['bid_amount_taken', 'amount'],
  ['bid_below_price', 'amount'],
  ['bid_exceeds_balance', 'amount'],
  ['bid_already_active', 'duplicate'],
  ['project_closed', 'sentence'],
  [null, 'sentence'],
])('a refusal %s is explained at: %s', (code, place) => {
  expect(placeOfFailure(new ApiError(409, code, 'x'))).toBe(place)
})

test('a fault that is no refusal has a sentence', () => {
  expect(placeOfFailure(new TypeError('x'))).toBe('sentence')
})
