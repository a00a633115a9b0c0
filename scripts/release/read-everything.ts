/** Reads a database the way fans, authors and the back office do: every row that is parsed is parsed. */
import { OWNER } from '#domain/role.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { listUserTokens } from '#server/product/access/user-tokens.ts'
import { findArtist } from '#server/product/artists/artist.ts'
import { artists } from '#server/product/artists/artists.ts'
import { payouts } from '#server/product/artists/payouts.ts'
import type { ListQuery } from '#server/product/back-office/list.ts'
import { listBids, listUserBids, listWinners } from '#server/product/market/bids.ts'
import { otherWallets, walletsAtRest } from '#server/product/operations/reconciliation-wallets.ts'
import { findPayment } from '#server/product/payments/payment.ts'
import { paymentsOf } from '#server/product/payments/payments.ts'
import { unmatched } from '#server/product/payments/unmatched.ts'
import { findUser } from '#server/product/people/user.ts'
import { bidsOf, tokensOf } from '#server/product/people/user-history.ts'
import { users } from '#server/product/people/users.ts'
import { debtors } from '#server/product/refunds/debtors.ts'
import { waitingRefunds } from '#server/product/refunds/refunds.ts'
import { waitingWriteOffs } from '#server/product/refunds/write-offs.ts'
import { createBalanceReader } from '#server/product/wallet/balance.ts'
import { readStatement } from '#server/product/wallet/statement.ts'
import { withdrawals } from '#server/product/withdrawals/admin-withdrawals.ts'
import { listWithdrawals } from '#server/product/withdrawals/withdrawals.ts'

const ALL: ListQuery = { search: '', order: 'newest', limit: 1000, after: null, filters: {} }
/** Who reads, and what they may approve alone, in centavos. */
const READER = '00000000-0000-4000-8000-000000000000'
const ALONE = { by: { uid: READER, address: null, role: OWNER }, limit: 100_000 } as const

/** Resolves with how many rows there were in lists. Throws where one is not what it should be. */
export async function readEverything(sql: Sql): Promise<number> {
  const lists: { data: readonly unknown[] }[] = [
    await users.read(sql, ALL, READER),
    await paymentsOf(null).read(sql, ALL, READER),
    await withdrawals('all', ALONE.limit).read(sql, ALL, READER),
    await payouts(null).read(sql, ALL, READER),
    await artists.read(sql, ALL, READER),
    await unmatched('all', ALONE.limit).read(sql, ALL, READER),
    await waitingRefunds.read(sql, ALL, READER),
    await waitingWriteOffs.read(sql, ALL, READER),
    await debtors.read(sql, ALL, READER),
  ]
  const page = { limit: 1000, after: null, filters: {} }
  for (const { uid } of await sql<{ uid: string }[]>`select uid from users`) {
    await findUser(sql, uid, ALONE)
    await createBalanceReader(sql)(uid)
    await readStatement(sql, uid, { group: null, from: null, to: null }, page)
    lists.push(await tokensOf(sql, uid, ALL), await bidsOf(sql, uid, ALL))
    lists.push(await listUserTokens(sql, uid, page), await listUserBids(sql, uid, page))
    lists.push(await listWithdrawals(sql, uid, page))
  }
  for (const { uid } of await sql<{ uid: string }[]>`select uid from payments`) {
    await findPayment(sql, uid, ALONE)
  }
  for (const { uid } of await sql<{ uid: string }[]>`select uid from private.artists`) {
    await findArtist(sql, uid, ALONE)
    lists.push(await payouts(uid).read(sql, ALL, READER))
  }
  for (const { id } of await sql<{ id: number }[]>`select id from projects`) {
    lists.push((await listBids(sql, id, page)) ?? { data: [] })
    lists.push((await listWinners(sql, id, page)) ?? { data: [] })
  }
  await walletsAtRest(sql, 0, 1000)
  await otherWallets(sql, 0, 1000)
  return lists.reduce((sum, { data }) => sum + data.length, 0)
}
