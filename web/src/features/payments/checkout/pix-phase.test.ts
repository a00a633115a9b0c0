import { expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '#domain/payment.ts'
import { pixPhase, whyOver } from './pix-phase.ts'

const END = Date.parse('2031-01-01T00:10:00Z')
const pix = { expiresAt: '2031-01-01T00:10:00Z', brCode: '000201' }

test('a code waits until its end, to the second', () => {
  expect(pixPhase({ ...pix, status: 'pending' }, END - 1)).toBe('waiting')
  expect(pixPhase({ ...pix, status: 'pending' }, END)).toBe('over')
})

test('a payment that got no code is over', () => {
  expect(pixPhase({ ...pix, brCode: null, status: 'pending' }, END - 1)).toBe('over')
})

test('money that came is never called over, however late it is', () => {
  const came = PAYMENT_STATUSES.filter((status) => status !== 'pending' && status !== 'failed')
  for (const status of came) expect(['paid', 'kept']).toContain(pixPhase({ ...pix, status }, END + 1))
  expect(pixPhase({ ...pix, status: 'failed-mint' }, 0)).toBe('kept')
  expect(pixPhase({ ...pix, status: 'failed-bided' }, 0)).toBe('kept')
})

test('a code that is over says whether it ran out or was cancelled, where that is known', () => {
  expect(whyOver({ ...pix, status: 'pending' }, END)).toBe('ranOut')
  expect(whyOver({ ...pix, status: 'failed' }, END)).toBe('ranOut')
  expect(whyOver({ ...pix, status: 'failed' }, END - 1)).toBe('cancelled')
  expect(whyOver({ ...pix, status: 'pending' }, END - 1)).toBe('unknown')
})
