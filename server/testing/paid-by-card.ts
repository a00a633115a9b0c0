/**
 * Card payments as they come about: requested by the fan, reported by the processor; and what the chain is to record.
 */
import { expect } from 'vitest'
import { cardFee } from '#domain/fee.ts'
import { cardEvent, deliver, runJobs } from './card-events.ts'
import type { Market, TestFan, TestProject } from './market.ts'

/** A deposit of `amount` centavos, booked; resolves with the payment's uid. */
export function depositByCard(market: Market, fan: TestFan, amount: number): Promise<string> {
  return pay(market, fan, { typeBuy: 'balance', UID: '', amount })
}

/** A token of the project, paid by card, that the chain is still minting. */
export function orderByCard(market: Market, fan: TestFan, project: TestProject): Promise<string> {
  return pay(market, fan, { typeBuy: 'mint', UID: project.uid, amount: project.price })
}

/** A token of the project, paid by card and minted by the chain. */
export async function buyByCard(market: Market, fan: TestFan, project: TestProject): Promise<string> {
  const uid = await orderByCard(market, fan, project)
  await mint(market, uid)
  return uid
}

/** A token of the project, paid from the wallet and minted by the chain. */
export async function buyFromWallet(market: Market, fan: TestFan, project: TestProject): Promise<string> {
  const bought = await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  expect(bought.status).toBe(200)
  const { uid } = (bought.data as { payment: { uid: string } }).payment
  await mint(market, uid)
  return uid
}

export const totalOf = (amount: number) => amount + cardFee(amount)

async function pay(market: Market, fan: TestFan, body: { amount: number; [name: string]: unknown }) {
  const asked = await market.call(fan, '/buy-token', { paymentMethodId: 'pm_card_visa', ...body })
  expect(asked.status).toBe(200)
  const { uid } = (asked.data as { payment: { uid: string } }).payment
  await deliver(market, cardEvent({ payment: uid, total: totalOf(body.amount) }))
  await runJobs(market)
  return uid
}

/** The chain has minted what the payment bought. */
export async function mint(market: Market, payment: string): Promise<void> {
  const minted = await market.sql`
    update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
    from payments where payments.id = mints.payment_id and payments.uid = ${payment} and mints.status = 'pending'`
  expect(minted.count).toBe(1)
}

export async function tokenOf(
  market: Market,
  payment: string,
): Promise<{ uid: string; status: string; revoked: string | null } | undefined> {
  const [token] = await market.sql<{ uid: string; status: string; revoked: string | null }[]>`
    select mints.uid, mints.status, revoked_for as revoked
    from mints join payments on payments.id = payment_id where payments.uid = ${payment}`
  return token
}

type Operation = {
  kind: string
  payload: { wallet?: string; amount?: number; shares?: { wallet: string; amount: number }[] }
}

/** A wallet's balance on the chain once every operation is recorded, in order; throws where one would be refused. */
export async function onChain(market: Market, wallet: string): Promise<number> {
  const operations = await market.sql<Operation[]>`select kind, payload from chain.operations order by id`
  let balance = 0
  for (const { kind, payload } of operations) {
    if (payload.wallet !== wallet) continue
    const shares = (payload.shares ?? []).reduce((sum, share) => sum + share.amount, 0)
    if (kind === 'credit_balance') balance += payload.amount ?? 0
    if (kind === 'debit_balance') balance -= payload.amount ?? 0
    if (kind === 'sell_unit') balance -= shares
    if (kind === 'return_sale') balance += shares
    if (balance < 0) throw new Error(`the chain refuses ${kind} of ${wallet}`)
  }
  return balance
}
