import { expect, test } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { CardError, failureSentence } from './failure-sentence.ts'

test.each([
  ['a refusal in its own words', new ApiError(402, 'card_declined', 'Recusado.'), { words: 'Recusado.' }],
  ['a card refused in the browser', new CardError('Sem saldo.'), { words: 'Sem saldo.' }],
  ['a server out of reach', new ApiError(0, null, 'Sem conexão.'), { words: 'Sem conexão.' }],
  ['401 without words', new ApiError(401, null, ''), { key: 'unknown' }],
  ['402 without words', new ApiError(402, null, ''), { key: 'unknown' }],
  ['403 without words', new ApiError(403, null, ''), { key: 'unknown' }],
  ['any other answer without words', new ApiError(502, null, ''), { key: 'failed' }],
  ['card fields that did not load', new CardError(''), { key: 'failed' }],
  [
    'a fault of ours, whose words are not for people',
    new TypeError('x is not a function'),
    { key: 'failed' },
  ],
])('%s', (_name, error, sentence) => {
  expect(failureSentence(error)).toEqual(sentence)
})
