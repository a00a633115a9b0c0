/**
 * Compares the ledger with the card processor, the PIX provider and the chain. It only reads: differences are
 * recorded and reported, and resolved by people. Payouts that wait after a restore go on once those have no open difference.
 */

import * as v from 'valibot'
import {
  compareUnits,
  type Difference,
  findDifferences,
  isMissingUnits,
  joinUnits,
  lasting,
  lastingUnits,
  type Period,
  periodsToCompare,
  type UnitRange,
} from '#domain/reconciliation.ts'
import type { ServerContext } from '../../context.ts'
import { releasePayouts } from '../../platform/backup/restoration.ts'
import { readBalances } from '../../platform/chain/balances.ts'
import { readMintedUnits } from '../../platform/chain/supply.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { withoutSettled } from './difference-facts.ts'
import { bookedBy, paidOutByPix, returnedByCard, setAsideByPix } from './reconciliation.ts'
import { ledgerRows } from './reconciliation-rows.ts'
import {
  type Edition,
  editionsOnSale,
  mintedUnits,
  otherWallets,
  type WalletPage,
  walletsAtRest,
} from './reconciliation-wallets.ts'
import { recordReconciliation } from './record-reconciliation.ts'

const WALLETS_AT_ONCE = 500
const EDITIONS_AT_ONCE = 100
const UNITS_AT_ONCE = 1000
/** With this many differing wallets the cause is systematic, and more rows tell nothing new. */
const MOST_WALLETS = 1000

/** How the chain is read. */
export type ChainReader = {
  balances: (wallets: string[]) => Promise<Map<string, number>>
  units: (edition: string, range: UnitRange) => Promise<number[]>
}
type Context = Pick<ServerContext, 'sql' | 'env' | 'cards' | 'pix' | 'log'>
type Compared = { compared: number; differences: Difference[] }

/** `now` is the end of the compared period. */
export async function reconcile(
  ctx: Context,
  chain: ChainReader = {
    balances: (wallets) => readBalances(ctx, wallets),
    units: (edition, range) => readMintedUnits(ctx, edition, range),
  },
  now: Date = new Date(),
): Promise<void> {
  const plan = periodsToCompare(await comparedUntil(ctx.sql, now), now)
  const sides: Compared[] = []
  const paidOut: Difference[] = []
  for (const period of plan.periods) {
    sides.push(await compareCards(ctx, period))
    sides.push(await compareReturns(ctx, period))
    sides.push(await comparePix(ctx, period))
    // We begin them ourselves, so none is on its way to us.
    const payouts = await comparePayouts(
      ctx,
      period === plan.periods.at(-1) ? { ...period, until: now } : period,
    )
    sides.push(payouts)
    paidOut.push(...payouts.differences)
  }
  sides.push(await compareWallets(ctx, chain))
  sides.push(await compareSupply(ctx, chain))
  const found = once(sides.flatMap((side) => side.differences))
  const differences = await ledgerRows(ctx.sql, found)
  if (differences.length > 0) ctx.log.error({ differences }, 'the ledger differs from what others say')
  await recordReconciliation(ctx, {
    compared: sides.reduce((sum, side) => sum + side.compared, 0),
    differences,
    comparedUntil: plan.comparedUntil,
  })
  const isCaughtUp = plan.comparedUntil.getTime() === plan.periods.at(-1)?.until.getTime()
  if (isCaughtUp && (await withoutSettled(ctx.sql, paidOut)).length === 0) await releasePayouts(ctx.sql, now)
}

/** A record without an owner is found in every period. */
function once(differences: Difference[]): Difference[] {
  return [...new Map(differences.map((found) => [`${found.side}:${found.subject}`, found])).values()]
}

async function compareCards(ctx: Context, period: Period): Promise<Compared> {
  const received = await ctx.cards.receivedSince(period.since)
  const { booked, tooNew } = await bookedBy('card', ctx.sql, period, [...received.keys()])
  for (const uid of tooNew) received.delete(uid)
  const differences = findDifferences('cards', booked, received)
  return { compared: new Set([...booked.keys(), ...received.keys()]).size, differences }
}

/** Refunds and disputes, by the processor's ids; recent ones may not have been reported yet. */
async function compareReturns(ctx: Context, { since, until }: Period): Promise<Compared> {
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

/**
 * The provider lists all that it received in the period, and is asked for each of our charges whose sum is another: what came for a payment that we do
 * not know, as after a restore, is a difference unless it waits among the unmatched money.
 */
async function comparePix(ctx: Context, period: Period): Promise<Compared> {
  const listed = await ctx.pix.receivedBetween(period)
  const named = listed.flatMap(({ payment }) => payment ?? [])
  const { booked, tooNew } = await bookedBy('pix', ctx.sql, period, named)
  const received = new Map<string, number>()
  for (const { payment, amount } of listed)
    if (payment !== null && booked.has(payment)) received.set(payment, (received.get(payment) ?? 0) + amount)
  for (const [uid, amount] of booked)
    if (received.get(uid) !== amount) received.set(uid, await ctx.pix.receivedFor(uid))
  const isOurs = (payment: string | null) => payment !== null && (booked.has(payment) || tooNew.has(payment))
  const others = listed.filter(({ payment }) => !isOurs(payment))
  const setAside = await setAsideByPix(
    ctx.sql,
    others.map(({ endToEndId }) => endToEndId),
  )
  const differences = [
    ...findDifferences('pix', booked, received),
    ...findDifferences(
      'pix',
      setAside,
      new Map(others.map(({ endToEndId, amount }) => [endToEndId, amount])),
    ),
  ]
  return { compared: booked.size + others.length, differences }
}

/** Payments sent to fans and artists, and those requested but not sent; also those that the provider alone knows. */
async function comparePayouts(ctx: Context, period: Period): Promise<Compared> {
  const listed = new Map(
    (await ctx.pix.paidOutBetween(period)).map(({ uid, amount }) => [uid, amount] as const),
  )
  const { booked, unknown } = await paidOutByPix(ctx.sql, period, [...listed.keys()])
  const paid = new Map(unknown.map((uid) => [uid, listed.get(uid) ?? 0]))
  for (const uid of booked.keys()) paid.set(uid, await ctx.pix.paidOut(uid))
  return { compared: paid.size, differences: findDifferences('pix', booked, paid) }
}

/** Everybody's wallets, page by page; then those of artists who are not fans, and the platform's. */
async function compareWallets(ctx: Context, chain: ChainReader): Promise<Compared> {
  const all: Compared = { compared: 0, differences: [] }
  const compare = async (read: () => Promise<WalletPage>) => {
    const look = async ({ held }: WalletPage) =>
      findDifferences('chain', held, await chain.balances([...held.keys()]))
    const page = await read()
    const first = await look(page)
    if (first.length > 0) all.differences.push(...lasting(first, await look(await read())))
    all.compared += page.held.size
    return page.next
  }
  for (const pages of [walletsAtRest, otherWallets]) {
    for (let after: number | null = 0; after !== null && all.differences.length < MOST_WALLETS; ) {
      const place: number = after
      after = await compare(() => pages(ctx.sql, place, WALLETS_AT_ONCE))
    }
  }
  return all
}

/** The units that the chain has minted of each project still on sale, and which of them we know. */
async function compareSupply(ctx: Context, chain: ChainReader): Promise<Compared> {
  const all: Compared = { compared: 0, differences: [] }
  for (let after: number | null = 0; after !== null; ) {
    const editions: Edition[] = await editionsOnSale(ctx.sql, after, EDITIONS_AT_ONCE)
    for (const edition of editions) {
      const found = await compareEdition(ctx, chain, edition)
      if (found) all.compared++
      if (found && isMissingUnits(found)) all.differences.push(found)
    }
    after = editions.length === EDITIONS_AT_ONCE ? (editions.at(-1)?.id ?? null) : null
  }
  return all
}

/** Range by range, whatever its size; null when a sale is in transit, so that the chain cannot know yet. */
async function compareEdition(
  ctx: Context,
  chain: ChainReader,
  edition: Edition,
): Promise<Required<Difference> | null> {
  const look = async (range: UnitRange) => {
    const ours = await mintedUnits(ctx.sql, edition, range)
    return ours && compareUnits(edition.edition, ours, await chain.units(edition.edition, range))
  }
  let all = compareUnits(edition.edition, [], [])
  for (let from = 1; from <= edition.supply; from += UNITS_AT_ONCE) {
    const range = { first: from, last: Math.min(from + UNITS_AT_ONCE - 1, edition.supply) }
    const first = await look(range)
    const again = first && isMissingUnits(first) ? await look(range) : first
    if (!first || !again) return null
    all = joinUnits(all, lastingUnits(first, again))
  }
  return all
}

/** Before the first comparison it is the first payment; `now` where there is none. */
async function comparedUntil(sql: Sql, now: Date): Promise<Date> {
  const row = parseRow(
    v.object({ at: v.nullable(v.date()) }),
    await sql`
      select coalesce(
        (select compared_until from private.reconciliation_cursor),
        (select created_at from payments order by id limit 1)
      ) as at`,
  )
  return row?.at ?? now
}
