/**
 * The part of the demonstration world that is already at auction: fans who bought the whole first lot of a project,
 * and others who bid for the units that become free. They deposit by card, buy and bid through the product's own
 * doors.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '#server/product/calls.ts'

export type DemoAuction = {
  /** E-mails of the units' holders. */
  holders: string[]
  /** The bidders, and their amounts in centavos. */
  bids: { email: string; amount: number }[]
}
type Door = { url: string; anonKey: string; password: string }

/** Buys the first lot of `project` and places the bids. Running it again adds what is missing. */
export async function openAuction(
  door: Door,
  project: { uid: string; fiatPrice: number },
  auction: DemoAuction,
): Promise<void> {
  for (const email of auction.holders) {
    await take(await signIn(door, email), { typeBuy: 'mint', UID: project.uid }, project.fiatPrice)
  }
  for (const { email, amount } of auction.bids) {
    await take(await signIn(door, email), { typeBuy: 'bid', UID: project.uid, amount }, amount)
  }
}

type Hand = (path: string, body?: unknown) => Promise<{ code: string | null; data: unknown }>

async function signIn({ url, anonKey, password }: Door, email: string): Promise<Hand> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return async (path, body) => {
    const reply = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { data } = (await reply.json()) as { data: { code?: string } }
    return { code: reply.ok ? null : (data.code ?? 'unexpected'), data }
  }
}

/** Buys or bids with the wallet, after a deposit by card where its money does not suffice. */
async function take(hand: Hand, body: BodyOf<'POST /buy-token-balance'>, amount: number): Promise<void> {
  const first = await hand('/buy-token-balance', body)
  if (first.code === null || DONE.has(first.code)) return
  if (!POOR.has(first.code)) throw new Error(`the demonstration auction: ${first.code}`)
  await hand('/buy-token', { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount })
  for (let attempt = 0; attempt < 150; attempt++) {
    const { code } = await hand('/buy-token-balance', body)
    if (code === null) return
    if (!POOR.has(code)) throw new Error(`the demonstration auction: ${code}`)
    await sleep(100)
  }
  throw new Error(`a deposit of ${amount} centavos did not arrive within 15 seconds`)
}

const DONE = new Set(['already_owned', 'bid_already_active', 'sold_out'])
const POOR = new Set(['insufficient_balance', 'bid_exceeds_balance'])
