import { expect, test } from 'vitest'
import { judgeOutgoing, type OutgoingOutcome, type ProviderWord } from './money-decision.ts'

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
