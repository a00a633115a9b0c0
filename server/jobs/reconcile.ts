/**
 * Compares the ledger with the card processor, the PIX provider and the chain. It only looks: what differs is written down and
 * reported, and mended by people.
 */
import { type Difference, findDifferences, lasting } from '#domain/reconciliation.ts'
import { readBalances } from '../chain/balances.ts'
import { recordReconciliation } from '../commands/reconcile.ts'
import type { ServerContext } from '../context.ts'
import { bookedBy, returnedByCard, walletsAtRest } from '../queries/reconciliation.ts'

/** How far back payments are looked at: a comparison of every day sees each payment more than once. */
const WINDOW_MS = 3 * 86_400_000
/** A webhook may take so long. */
const UNDER_WAY_MS = 15 * 60_000
const WALLETS_AT_ONCE = 500

/** `wallets` reads the chain; `now` is the end of what is looked at. */
export async function reconcile(
  ctx: Pick<ServerContext, 'sql' | 'env' | 'cards' | 'pix' | 'log'>,
  wallets: (wallets: string[]) => Promise<Map<string, number>> = (some) => readBalances(ctx, some),
  now: Date = new Date(),
): Promise<void> {
  const period = { since: new Date(now.getTime() - WINDOW_MS), until: new Date(now.getTime() - UNDER_WAY_MS) }
  const sides = [
    await compareCards(ctx, period),
    await compareReturns(ctx, period),
    await comparePix(ctx, period),
    await compareChain(ctx, wallets),
  ]
  const differences = sides.flatMap((side) => side.differences)
  if (differences.length > 0) ctx.log.error({ differences }, 'the ledger differs from what others say')
  await recordReconciliation(ctx, {
    compared: sides.reduce((sum, side) => sum + side.compared, 0),
    differences,
  })
}

type Compared = { compared: number; differences: Difference[] }
type Period = { since: Date; until: Date }

async function compareCards(ctx: Pick<ServerContext, 'sql' | 'cards'>, period: Period): Promise<Compared> {
  const received = await ctx.cards.receivedSince(period.since)
  const { booked, tooNew } = await bookedBy('card', ctx.sql, period, [...received.keys()])
  for (const uid of tooNew) received.delete(uid)
  const differences = findDifferences('cards', booked, received)
  return { compared: new Set([...booked.keys(), ...received.keys()]).size, differences }
}

/** Refunds and disputes, by the processor's names; what moved a moment ago may not have been told of yet. */
async function compareReturns(
  ctx: Pick<ServerContext, 'sql' | 'cards'>,
  { since, until }: Period,
): Promise<Compared> {
  const returned = await ctx.cards.returnedSince(since)
  const { booked, tooNew, unbooked } = await returnedByCard(ctx.sql, { since, until }, returned)
  const isSettled = (id: string) => !tooNew.has(id)
  const ours = new Map([...booked].filter(([id]) => isSettled(id)))
  const theirs = new Map<string, number>()
  for (const { id, amount, at } of returned) {
    if (at > until) ours.delete(id)
    else if (isSettled(id) && (booked.has(id) || unbooked.has(id))) theirs.set(id, amount)
  }
  const compared = new Set([...ours.keys(), ...theirs.keys()]).size
  return { compared, differences: findDifferences('cards', ours, theirs) }
}

/** The provider is asked for each of our charges; money for a charge that is not ours comes as a refused webhook. */
async function comparePix(ctx: Pick<ServerContext, 'sql' | 'pix'>, period: Period): Promise<Compared> {
  const { booked } = await bookedBy('pix', ctx.sql, period)
  const received = new Map<string, number>()
  for (const uid of booked.keys()) received.set(uid, await ctx.pix.receivedFor(uid))
  return { compared: booked.size, differences: findDifferences('pix', booked, received) }
}

async function compareChain(
  ctx: Pick<ServerContext, 'sql'>,
  wallets: (wallets: string[]) => Promise<Map<string, number>>,
): Promise<Compared> {
  const all: Compared = { compared: 0, differences: [] }
  for (let after: number | null = 0; after !== null; ) {
    const page = await walletsAtRest(ctx.sql, after, WALLETS_AT_ONCE)
    const look = async (held: Map<string, number>) =>
      findDifferences('chain', held, await wallets([...held.keys()]))
    const first = await look(page.held)
    if (first.length > 0) {
      const again = await walletsAtRest(ctx.sql, after, WALLETS_AT_ONCE)
      all.differences.push(...lasting(first, await look(again.held)))
    }
    all.compared += page.held.size
    after = page.next
  }
  return all
}
