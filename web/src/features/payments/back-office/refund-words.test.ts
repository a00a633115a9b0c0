import { expect, test } from 'vitest'
import { refundFailure, refundObstacle } from './refund-words.ts'

test.each([
  ['Charge ch_1 has been charged back; cannot issue a refund.', 'charged_back'],
  ['lost_or_stolen_card', 'lost_or_stolen_card'],
  ['Something new.', 'other'],
])('%s is said in our words', (failure, key) => {
  expect(refundFailure(failure)).toBe(key)
})

const paid = {
  method: 'pix' as const,
  status: 'succeded' as const,
  token: null,
  refundable: { wallet: 0, card: 0 },
  refunds: [],
  disputes: [],
  isErased: false,
}
const disputed = (status: 'open' | 'won' | 'lost') => ({
  ...paid,
  method: 'card' as const,
  disputes: [
    {
      id: 1,
      uid: '0',
      providerId: 'dp_1',
      amount: 1,
      fanPart: 1,
      fee: 0,
      reason: 'general',
      status,
      openedAt: '2026-01-01T00:00:00Z',
      evidenceDueAt: null,
      endedAt: null,
    },
  ],
})

test('a payment of which nothing can be given back says why: it is in the wallet, or a bank has or had it', () => {
  expect(refundObstacle(paid)).toBe('pix')
  expect(refundObstacle({ ...paid, status: 'pending' })).toBe(null)
  expect(refundObstacle({ ...paid, refundable: { wallet: 100, card: 0 } })).toBe(null)
  expect(refundObstacle(disputed('lost'))).toBe('lost')
  expect(refundObstacle(disputed('won'))).toBe('won')
  expect(refundObstacle({ ...paid, method: 'card' })).toBe(null)
})
