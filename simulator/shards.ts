/**
 * Money and auctions in two databases, as docs/capacity.md would split them: fans' wallets in one, a project's units, bids
 * and log in the other, each with the product's own SQL. A bid crosses twice, and no transaction spans both:
 *
 *   reserve   wallets   a hold under the bid's key
 *   place     projects  in one transaction: the same money from `shard:wallets`, and the bid; a refused one gives it back
 *   finish    wallets   the hold is posted to `shard:projects` when the bid has won, voided when its money went back
 *
 * Each step may be repeated, and any process may do the next one for any bid whose hold is open: nobody needs to remember
 * who began.
 */

import type { Sql, Tx } from '#server/platform/db/sql.ts'
import * as ledger from '#server/product/ledger/ledger.ts'
import { placeBids } from '#server/product/market/place-bids.ts'

/** What each database owes the other: the two add up to zero once nothing is under way. */
export const WALLETS = 'shard:wallets'
export const PROJECTS = 'shard:projects'

/** Amounts are centavos. */
export type Order = { key: string; fan: string; project: string; amount: number }
/** `wallets` has the fans' money; `projects` the same fans, without any. */
export type Shards = { wallets: Sql; projects: Sql }

const REASON = 'bid elsewhere'
const holdOf = (key: string) => `shard:${key}`

/** Both sides' accounts for each other. */
export async function joinShards({ wallets, projects }: Shards): Promise<void> {
  await wallets`select ledger.open_account(${PROJECTS}, true)`
  await projects`select ledger.open_account(${WALLETS}, true)`
}

/** Holds the order's money, once. False where the wallet has too little: then nothing has happened anywhere. */
export async function reserve({ wallets }: Shards, order: Order): Promise<boolean> {
  try {
    await wallets.begin((tx) =>
      ledger.hold(tx, { id: holdOf(order.key), fan: order.fan, amount: order.amount, reason: REASON }),
    )
    return true
  } catch (fault) {
    if ((fault as { constraint_name?: string }).constraint_name === 'no_overdraft') return false
    throw fault
  }
}

/** Places the bid, once; what was refused stays refused, so that its hold may be voided by whoever comes next. */
export async function place({ projects }: Shards, order: Order): Promise<void> {
  await projects.begin(async (tx) => {
    await tx`select from ledger.accounts where code = ${ledger.account.available(order.fan)} for no key update`
    if (await hasCrossed(tx, order.key)) return
    await cross(tx, order, 'in')
    const { key, fan, project, amount } = order
    const bid = { fanUid: fan, projectUid: project, amount, key, requestHash: key }
    const [verdict] = await placeBids(tx, [bid])
    if (verdict?.refusal) await cross(tx, order, 'out')
  })
}

/** Ends the hold if the bid has ended; whether it has. */
export async function finish({ wallets, projects }: Shards, order: Order): Promise<boolean> {
  const end = await projects.begin((tx) => endOf(tx, order))
  if (end === 'standing') return false
  await wallets.begin((tx) =>
    end === 'won'
      ? ledger.postHold(tx, holdOf(order.key), {
          transfer: `${holdOf(order.key)}:won`,
          kind: 'sale_elsewhere',
          account: PROJECTS,
          amount: order.amount,
        })
      : ledger.voidHold(tx, holdOf(order.key)),
  )
  return true
}

async function endOf(tx: Tx, order: Order): Promise<'won' | 'back' | 'standing'> {
  const [bid] = await tx<{ status: string }[]>`
    select bids.status
    from payments
    join bids on bids.payment_id = payments.id
    where payments.uid = private.uid_of_key(${order.fan}, ${order.key})`
  if (bid?.status === 'winner') return 'won'
  if (bid && ['pending', 'bided'].includes(bid.status)) return 'standing'
  // Refused, or its money is free again on this side: it goes back with it, once.
  await cross(tx, order, 'out')
  return 'back'
}

async function hasCrossed(tx: Tx, key: string): Promise<boolean> {
  const rows = await tx`select from ledger.transfers where id = ${`${holdOf(key)}:in`}`
  return rows.length > 0
}

async function cross(tx: Tx, { key, fan, amount }: Order, way: 'in' | 'out'): Promise<void> {
  const [debit, credit] =
    way === 'in' ? [WALLETS, ledger.account.available(fan)] : [ledger.account.available(fan), WALLETS]
  await ledger.post(tx, [{ id: `${holdOf(key)}:${way}`, kind: 'shard', debit, credit, amount }])
}

/** The bids whose holds are open in the wallets, for whoever goes on with them. */
export async function openKeys({ wallets }: Shards): Promise<string[]> {
  const rows = await wallets<{ key: string }[]>`
    select substr(id, 7) as key from ledger.holds where reason = ${REASON} and status = 'held' order by id`
  return rows.map(({ key }) => key)
}
