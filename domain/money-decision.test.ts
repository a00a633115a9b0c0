import { expect, test } from 'vitest'
import {
  isContradicted,
  judgeOutgoing,
  type OutgoingOutcome,
  type ProviderWord,
  readPixFailure,
  storedPixFailure,
} from './money-decision.ts'

test.each<[OutgoingOutcome, ProviderWord, ReturnType<typeof judgeOutgoing>]>([
  ['failed', 'unknown', 'failed'],
  ['failed', 'failed', 'failed'],
  ['failed', 'done', 'paid'],
  ['failed', 'under_way', 'two-people'],
  ['failed', 'silent', 'two-people'],
  ['paid', 'done', 'paid'],
  ['paid', 'unknown', 'two-people'],
  ['paid', 'failed', 'two-people'],
  ['paid', 'under_way', 'two-people'],
  ['paid', 'silent', 'two-people'],
])('%s, and the provider says %s: %s', (wanted, word, verdict) => {
  expect(judgeOutgoing(wanted, word)).toBe(verdict)
})

test('a provider contradicts what it says the opposite of, and nothing by not knowing', () => {
  const words = ['unknown', 'under_way', 'silent', 'failed', 'done'] as const
  expect(words.filter((word) => isContradicted('paid', word))).toEqual(['failed'])
  expect(words.filter((word) => isContradicted('failed', word))).toEqual(['done'])
})

test('why a PIX payment failed is read back as it was stored, and what a person wrote is not taken for it', () => {
  expect(readPixFailure(storedPixFailure('bank_refused', 'E1'))).toEqual({ why: 'bank_refused', id: 'E1' })
  expect(readPixFailure(storedPixFailure('given_back'))).toEqual({ why: 'given_back', id: '' })
  for (const written of [
    '',
    'a chave não confere',
    'bank_refused E1 again',
    'Recusado pelo banco de destino (E1).',
  ])
    expect(readPixFailure(written)).toBeNull()
})
