import { expect, test } from 'vitest'
import { cardDecline } from './card-decline.ts'

test.each([
  ['card_declined', 'insufficient_funds', 'insufficient_funds'],
  ['expired_card', 'expired_card', 'expired_card'],
  ['incorrect_cvc', undefined, 'incorrect_cvc'],
  ['processing_error', undefined, 'try_again'],
  ['card_declined', 'generic_decline', 'declined'],
  [undefined, undefined, 'declined'],
])('%s, %s is told as %s', (code, declineCode, told) => {
  expect(cardDecline(code, declineCode)).toBe(told)
})

test.each(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card'])(
  'that a card is %s is told to nobody',
  (code) => {
    expect(cardDecline('card_declined', code)).toBe('declined')
  },
)
