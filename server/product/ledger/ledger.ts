/** The only way to the ledger's SQL functions. Amounts are centavos. */
import * as v from 'valibot'
import type { WithheldTax } from '#domain/withholding.ts'
import { centavos, count, parseRow, parseRows, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

export type Entry = { id: string; kind: string; debit: string; credit: string; amount: number }

/** Account codes, spelled in one place. */
export const account = {
  available: (fanUid: string) => `fan:${fanUid}:available`,
  held: (fanUid: string) => `fan:${fanUid}:held`,
  payable: (projectUid: string) => `project:${projectUid}:payable`,
  revenue: 'platform:revenue',
  cardFees: 'platform:card_fees',
  clearing: 'processor:clearing',
  pixFees: 'platform:pix_fees',
  pixClearing: 'pix:clearing',
  paidOut: 'withdrawals:paid',
  disputed: 'disputes:open',
  disputeLosses: 'platform:dispute_losses',
  refunding: 'refunds:under_way',
  unclaimed: 'refunds:unclaimed',
  unclaimedPaid: 'unclaimed:paid',
  payingOut: 'payouts:under_way',
  artistsPaid: 'artists:paid',
  /** What was withheld of payouts, until it is paid to the tax office outside. */
  taxes: (tax: WithheldTax) => `taxes:${tax}`,
  pixUnmatched: 'pix:unmatched',
  cardsUnmatched: 'cards:unmatched',
  keptUnmatched: 'platform:unmatched',
} as const

/**
 * Posts `entries`, all or none, and resolves with how many were new. Repeating an id changes nothing. Throws
 * (constraint `no_overdraft`) when an account would fall below zero.
 */
export async function post(tx: Tx, entries: Entry[]): Promise<number> {
  const row = parseSoleRow(v.object({ post: count }), await tx`select ledger.post(${tx.json(entries)})`)
  return row.post
}

/** The entries that are to be posted: absent ones and those that move nothing are left out. */
export function someOf(entries: (Entry | false)[]): Entry[] {
  return entries.filter((entry) => entry !== false).filter(({ amount }) => amount > 0)
}

/** Holds `amount` of the fan's available money under `id`, once; throws `no_overdraft` when there is not enough. */
export async function hold(
  tx: Tx,
  order: { id: string; fan: string; amount: number; reason: string },
): Promise<void> {
  const { id, fan, amount, reason } = order
  await tx`select ledger.hold(array[row(${id}, ${fan}::uuid, ${amount}::bigint)::ledger.hold_order], ${reason})`
}

/** Ends a hold by paying all of it to one account, with the transfer `share.transfer`. A posted hold stays posted. */
export async function postHold(
  tx: Tx,
  id: string,
  share: { transfer: string; kind: string; account: string; amount: number },
): Promise<void> {
  const { transfer, kind, account: to, amount } = share
  await tx`select ledger.post_holds(
    array[row(${id}, ${transfer}, ${kind}, ${to}, ${amount}::bigint)::ledger.share])`
}

/** Ends a hold by returning the money. A voided hold stays voided. */
export async function voidHold(tx: Tx, id: string): Promise<void> {
  await tx`select ledger.void_holds(array[${id}])`
}

/** The same for those of `ids` that still hold money, if any does. */
export async function freeHolds(tx: Tx, ids: string[]): Promise<void> {
  await tx`
    select ledger.void_holds(array(select id from ledger.holds where id = any (${ids}) and status = 'held'))`
}

/** A fan's available money, locked until this transaction ends; below zero only because of disputes. */
export async function lockAvailable(tx: Tx, fanUid: string): Promise<number> {
  const row = parseRow(
    v.object({ balance: centavos }),
    await tx`
      select balance from ledger.accounts where code = ${account.available(fanUid)} for no key update`,
  )
  return row?.balance ?? 0
}

/** A fan's available and held money; holds are for bids, for gifts and refunds that wait, and for withdrawals under way. */
export async function balanceOf(sql: Sql | Tx, fanUid: string): Promise<{ available: number; held: number }> {
  const rows = parseRows(
    v.object({ code: v.string(), balance: centavos }),
    await sql`
      select code, balance
      from ledger.accounts
      where code in (${account.available(fanUid)}, ${account.held(fanUid)})`,
  )
  const find = (code: string) => rows.find((row) => row.code === code)?.balance ?? 0
  return { available: find(account.available(fanUid)), held: find(account.held(fanUid)) }
}
