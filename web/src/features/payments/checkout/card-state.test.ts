import { expect, test } from 'vitest'
import { type CardField, type CardState, cardAfter, emptyCard, firstIncomplete } from './card-state.ts'

const fill = (card: CardState, field: CardField) =>
  cardAfter(card, field, { complete: true, error: undefined })

test('the form waits for each field in turn', () => {
  expect(firstIncomplete(emptyCard)).toBe('number')
  const withNumber = fill(emptyCard, 'number')
  expect(firstIncomplete(withNumber)).toBe('expiry')
  expect(firstIncomplete(fill(fill(withNumber, 'expiry'), 'cvc'))).toBeNull()
})

test('American Express is refused from its first figures on', () => {
  const full = fill(fill(fill(emptyCard, 'number'), 'expiry'), 'cvc')
  const amex = cardAfter(full, 'number', { complete: false, error: undefined, brand: 'amex' })
  expect(amex.number.fault).toBe('payments:notices.amex')
  expect(
    firstIncomplete(cardAfter(amex, 'number', { complete: true, error: undefined, brand: 'amex' })),
  ).toBe('number')
  expect(
    firstIncomplete(cardAfter(amex, 'number', { complete: true, error: undefined, brand: 'visa' })),
  ).toBeNull()
})

test('a field that complains keeps the form back, in our own words', () => {
  const full = fill(fill(fill(emptyCard, 'number'), 'expiry'), 'cvc')
  const wrong = cardAfter(full, 'expiry', {
    complete: false,
    error: { type: 'validation_error', code: 'invalid_expiry_year_past' },
  })
  expect(firstIncomplete(wrong)).toBe('expiry')
  expect(wrong.expiry.fault).toBe('payments:fault.expiryPast')
  expect(firstIncomplete(fill(wrong, 'expiry'))).toBeNull()
})
