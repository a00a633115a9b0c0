import { expect, test } from 'vitest'
import { cardFault } from './card-fault.ts'

test.each([
  [
    'a number that breaks off',
    { type: 'validation_error', code: 'incomplete_number' },
    'payments:fault.numberIncomplete',
  ],
  [
    'a number that is none',
    { type: 'validation_error', code: 'invalid_number' },
    'payments:fault.numberInvalid',
  ],
  [
    'a card that has expired',
    { type: 'validation_error', code: 'invalid_expiry_year_past' },
    'payments:fault.expiryPast',
  ],
  [
    'a security code that breaks off',
    { type: 'validation_error', code: 'incomplete_cvc' },
    'payments:fault.cvcIncomplete',
  ],
  ['no line to the processor', { type: 'api_connection_error' }, 'payments:fault.unreachable'],
  [
    'a processor that is asked too often',
    { type: 'invalid_request_error', code: 'rate_limit' },
    'payments:fault.busy',
  ],
  [
    'a bank that declines',
    { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
    'declines:insufficient_funds',
  ],
  ['a bank that gives no reason', { type: 'card_error', code: 'card_declined' }, 'declines:declined'],
  [
    'a code that the bank keeps to itself',
    { type: 'card_error', code: 'card_declined', decline_code: 'stolen_card' },
    'declines:declined',
  ],
  [
    'a payer whom the bank did not recognise',
    { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' },
    'declines:authentication_required',
  ],
  ['a key that was revoked', { type: 'invalid_request_error' }, 'payments:fault.unavailable'],
  ['a key of nobody', { type: 'authentication_error' }, 'payments:fault.unavailable'],
  ['an error of the processor', { type: 'api_error' }, 'payments:failed'],
  ['an error nobody has heard of', { type: 'new_error', code: 'new_code' }, 'payments:failed'],
  ['no reason at all', {}, 'payments:failed'],
])('%s', (_name, error, key) => {
  expect(cardFault(error)).toBe(key)
})
