/** What PIX did after the backup is found in the provider's lists, and no payout leaves before that. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYOUTS_HELD } from '#domain/money-decision.ts'
import type { Difference } from '#domain/reconciliation.ts'
import type { Actor } from '../../platform/audit.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { type PixNetwork, startPixNetwork } from '../../testing/pix-provider.ts'
import { applyPixEvent } from '../payments/apply-pix-event.ts'
import { storePixReceipts } from '../payments/store-pix-receipts.ts'
import { approveWithdrawal } from '../withdrawals/decide-withdrawal.ts'
import { payOutWithdrawal } from '../withdrawals/pay-out-withdrawal.ts'
import { closeDifference } from './close-difference.ts'
import { reconcile } from './reconcile.ts'

const HOUR_MS = 3_600_000
let network: PixNetwork
let market: Market
let boss: Actor
beforeAll(async () => {
  network = await startPixNetwork()
  market = await createMarket({ env: { PIX_URL: network.url } })
  boss = { uid: (await market.newAdmin()).uid, address: null }
})
afterAll(async () => {
  await market.close()
  await network.close()
})

async function compare(): Promise<{ report: number; differences: [string, number, number][] }> {
  const cards = {
    ...market.ctx.cards,
    receivedSince: async () => new Map<string, number>(),
    returnedSince: async () => [],
  }
  const chain = { balances: async () => new Map<string, number>(), units: async () => [] }
  await reconcile({ ...market.ctx, cards }, chain)
  const [row] = await market.sql<[{ id: number; differences: Difference[] }]>`
    select id, differences from private.reconciliations order by id desc limit 1`
  const byPix = row.differences.filter(({ side }) => side === 'pix')
  return { report: row.id, differences: byPix.map(({ subject, ledger, other }) => [subject, ledger, other]) }
}

/** Money that came for a payment which nobody here knows, or for none. */
async function receivedUnknown(total: number): Promise<string> {
  const paymentUid = randomUUID()
  await market.ctx.pix.charge({ paymentUid, total, description: 'Tune' })
  const horario = new Date(Date.now() - HOUR_MS).toISOString()
  return (await network.pay(paymentUid, { horario })).endToEndId
}

async function approved(amount: number): Promise<string> {
  const fan = await market.newFan(5000)
  const body = { pixKeyType: 'cpf', pixKey: '529.982.247-25', amount }
  const { data } = await market.call(fan, '/redeem-balance', body)
  const { uid } = data as unknown as { uid: string }
  expect((await approveWithdrawal(market.sql, uid, boss, 100_000_000)).ok).toBe(true)
  return uid
}

test('receipts and payouts of which the books know nothing are differences, and payouts wait until they are explained', async () => {
  const mine = await approved(3000)
  expect((await compare()).differences).toEqual([])
  // Since the backup, somebody else's withdrawal was paid and a payment was received; both have been forgotten.
  const forgotten = randomUUID()
  await market.ctx.pix.payOut({ uid: forgotten, amount: 2500, key: 'bia@example.com' })
  const came = await receivedUnknown(1990)
  const refused = randomUUID()
  await market.ctx.pix.payOut({ uid: refused, amount: 100, key: 'ana@example.com' })
  await network.control(`/payouts/${refused.replaceAll('-', '')}`, { status: 'NAO_REALIZADO' })
  await market.sql`insert into private.restorations (taken_at) values (now() - interval '2 hours')`

  await expect(payOutWithdrawal(market.ctx, mine)).rejects.toThrow(PAYOUTS_HELD)
  const { report, differences } = await compare()
  expect(differences.sort()).toEqual(
    [
      [forgotten, 0, 2500],
      [came, 0, 1990],
    ].sort(),
  )
  await expect(payOutWithdrawal(market.ctx, mine)).rejects.toThrow(PAYOUTS_HELD)
  expect(await market.ctx.pix.findPayout(mine)).toBeNull()

  const note = { side: 'pix', subject: forgotten, note: 'Debitado da carteira de Bia.' } as const
  expect((await closeDifference(market.sql, report, note, boss)).ok).toBe(true)
  await compare()
  await expect(payOutWithdrawal(market.ctx, mine)).rejects.toThrow('still at work')
  expect(await market.ctx.pix.findPayout(mine)).toMatchObject({ status: 'under_way' })
})

test('money that waits among the unmatched is no difference, nor is a payout while its job is at work', async () => {
  const came = await receivedUnknown(700)
  const receipt = { endToEndId: came, valor: '7.00', horario: new Date().toISOString() }
  for (const event of await storePixReceipts(market.sql, [receipt])) await applyPixEvent(market.ctx, event)
  const mine = await approved(1000)
  await expect(payOutWithdrawal(market.ctx, mine)).rejects.toThrow('still at work')
  const { differences } = await compare()
  expect(differences.map(([subject]) => subject)).not.toContain(came)
  expect(differences.map(([subject]) => subject)).not.toContain(mine)
})
