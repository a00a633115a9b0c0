import { expect, test } from 'vitest'
import { readRefusal } from './refused-webhook.ts'

test.each([
  ['refused: 7.77 came for no payment of ours', 'no_payment', 777, null],
  ['refused: received 50.00, expected 5050 centavos', 'wrong_amount', 5000, 5050],
  ['refused: received 4000 usd, expected 5050 brl', 'wrong_amount', 4000, 5050],
  ['refused: its payer was erased', 'payer_erased', null, null],
  ['refused: paid before, by another transfer', 'paid_before', null, null],
  ['refused: pi_2 paid what was paid before', 'paid_before', null, null],
  ['refused: re_1 was not asked for here', 'not_asked_here', null, null],
  ['refused: disputed in usd', 'other_currency', null, null],
  ['refused: dp_1 ended as lost and is now won', 'ended_twice', null, null],
  ['refused: malformed', 'malformed', null, null],
])('%s', (outcome, reason, received, expected) => {
  expect(readRefusal(outcome)).toEqual({ reason, received, expected })
})

test.each(['credited', 'ignored: not ours', 'refused: for a reason of tomorrow'])(
  '%s is none of them',
  (outcome) => {
    expect(readRefusal(outcome)).toBeNull()
  },
)
