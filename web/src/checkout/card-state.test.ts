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

test('a field that complains keeps the form back, with its own words', () => {
  const full = fill(fill(fill(emptyCard, 'number'), 'expiry'), 'cvc')
  const wrong = cardAfter(full, 'expiry', { complete: false, error: { message: 'No passado.' } })
  expect(firstIncomplete(wrong)).toBe('expiry')
  expect(wrong.expiry.message).toBe('No passado.')
  expect(firstIncomplete(fill(wrong, 'expiry'))).toBeNull()
})
