import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api.ts'
import { REFUSED_BRAND } from './card-fault.ts'
import { CardError, failureSentence } from './failure-sentence.ts'

test.each([
  ['a refusal in its own words', new ApiError(402, 'card_declined', 'Recusado.'), { words: 'Recusado.' }],
  [
    '401 in its own words',
    new ApiError(401, 'unauthenticated', 'Entre de novo.'),
    { words: 'Entre de novo.' },
  ],
  ['403 in its own words', new ApiError(403, 'overdrawn', 'Sem saldo.'), { words: 'Sem saldo.' }],
  [
    'a card refused in the browser, whatever the processor calls it',
    new CardError({ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }),
    { key: 'declines:insufficient_funds' },
  ],
  [
    'a brand that is not taken, handed over by a wallet',
    new CardError({}, REFUSED_BRAND),
    { key: 'payments:notices.amex' },
  ],
  ['a server out of reach', new ApiError(0, null, 'Sem conexão.'), { words: 'Sem conexão.' }],
  ['401 without words', new ApiError(401, null, ''), { key: 'payments:unknown' }],
  ['402 without words', new ApiError(402, null, ''), { key: 'payments:unknown' }],
  ['403 without words', new ApiError(403, null, ''), { key: 'payments:unknown' }],
  ['any other answer without words', new ApiError(502, null, ''), { key: 'payments:failed' }],
  ['card fields that did not load', new CardError(), { key: 'payments:failed' }],
  [
    'a fault of ours, whose words are not for people',
    new TypeError('x is not a function'),
    { key: 'payments:failed' },
  ],
])('%s', (_name, error, sentence) => {
  expect(failureSentence(error)).toEqual(sentence)
})
