import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BID_STATUSES } from '#domain/bid.ts'
import { bidStatusText } from './bid-status.ts'

const { bidStatus } = JSON.parse(
  readFileSync(new URL('../../../i18n/pt/common.json', import.meta.url), 'utf8'),
) as { bidStatus: Record<string, string> }

test.each([
  ['bided', 'Lance enviado'],
  ['pending', 'Pendente'],
  ['failed', 'Falha'],
  ['canceled', 'Lance cancelado'],
  ['cancelled', 'Lance cancelado'],
  ['winner', 'Lance ganhador'],
  ['pending-cancel', 'Processando cancelamento'],
  ['pending_cancel', 'Processando cancelamento'],
])('%s reads "%s"', (status, label) => {
  expect(bidStatus[bidStatusText(status) ?? '']).toBe(label)
})

test.each(BID_STATUSES)('%s, which our server says, has a label', (status) => {
  expect(bidStatusText(status)).not.toBeNull()
})

test.each(['', 'sold', 'toString'])('%j is nobody’s status', (status) => {
  expect(bidStatusText(status)).toBeNull()
})
