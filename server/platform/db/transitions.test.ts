/** The database enforces the same state machines that `domain/` describes: both are compared, step by step. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BID_TRANSITIONS } from '#domain/bid.ts'
import { DISPUTE_TRANSITIONS } from '#domain/dispute.ts'
import { DECISION_TRANSITIONS, UNMATCHED_TRANSITIONS } from '#domain/money-decision.ts'
import { PAYMENT_FLOWS, PAYMENT_TRANSITIONS } from '#domain/payment.ts'
import { PAYOUT_TRANSITIONS } from '#domain/payout.ts'
import { PROPOSAL_TRANSITIONS } from '#domain/proposal.ts'
import { REFUND_TRANSITIONS } from '#domain/refund.ts'
import { SUPPORT_TRANSITIONS } from '#domain/request.ts'
import { INVOICE_TRANSITIONS } from '#domain/service-invoice.ts'
import { SPLIT_TRANSITIONS } from '#domain/split.ts'
import { SONG_TRANSITIONS, TOKEN_TRANSITIONS } from '#domain/token.ts'
import { WITHDRAWAL_TRANSITIONS } from '#domain/withdrawal.ts'
import { WRITE_OFF_TRANSITIONS } from '#domain/write-off.ts'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const machines: Record<string, Readonly<Record<string, readonly string[]>>> = {
  ...Object.fromEntries(PAYMENT_FLOWS.map((flow) => [`payment:${flow}`, PAYMENT_TRANSITIONS[flow]])),
  token: TOKEN_TRANSITIONS,
  song: SONG_TRANSITIONS,
  bid: BID_TRANSITIONS,
  withdrawal: WITHDRAWAL_TRANSITIONS,
  proposal: PROPOSAL_TRANSITIONS,
  dispute: DISPUTE_TRANSITIONS,
  refund: REFUND_TRANSITIONS,
  payout: PAYOUT_TRANSITIONS,
  split: SPLIT_TRANSITIONS,
  service_invoice: INVOICE_TRANSITIONS,
  support: SUPPORT_TRANSITIONS,
  unmatched: UNMATCHED_TRANSITIONS,
  money_decision: DECISION_TRANSITIONS,
  write_off: WRITE_OFF_TRANSITIONS,
}

test('the two tables are the same', async () => {
  const rows = await market.sql<{ machine: string; before: string; after: string }[]>`
    select machine, before, after from private.transitions`
  const stored = rows.map(({ machine, before, after }) => `${machine} ${before} ${after}`).sort()
  const described = Object.entries(machines).flatMap(([machine, steps]) =>
    Object.entries(steps).flatMap(([before, afters]) =>
      afters.map((after) => `${machine} ${before} ${after}`),
    ),
  )
  expect(stored).toEqual(described.sort())
})

test('a step outside the machine is refused', async () => {
  const fan = await market.newFan()
  const [payment] = await market.sql<{ id: number }[]>`
    insert into payments (user_id, flow, method, amount) values (${fan.uid}, 'balance', 'card', 100) returning id`
  const step = (status: string) =>
    market.sql`update payments set status = ${status} where id = ${payment?.id ?? 0}`
  await expect(step('succeded-token')).rejects.toMatchObject({ code: 'P0T01' })
  await step('succeded')
  await expect(step('pending')).rejects.toMatchObject({ code: 'P0T01' })
  await expect(step('failed')).rejects.toMatchObject({ code: 'P0T01' })
})

test('a step of a bid outside its machine is refused', async () => {
  const [fan, project] = [await market.newFan(5000), await market.newAuction()]
  expect((await market.bid(fan, project, 3000)).status).toBe(200)
  const step = (status: string) => market.sql`update bids set status = ${status} where user_id = ${fan.uid}`
  await expect(step('cancelled')).rejects.toMatchObject({ code: 'P0T01' })
  await step('bided')
  await expect(step('pending')).rejects.toMatchObject({ code: 'P0T01' })
  await expect(step('failed')).rejects.toMatchObject({ code: 'P0T01' })
})
