/** Bids as the wire shows them. */

import type { Sql } from '../../platform/db/sql.ts'
import type { BidWire } from './contract.ts'

export type BidRow = {
  id: number
  userUid: string
  projectId: number
  amount: number
  status: BidWire['status']
  txHash: string | null
  createdAt: Date
  endedAt: Date | null
  bidder: [nickname: string, photoUrl: string | null]
}

/**
 * The columns of a `BidRow`, from `bids` alone. Its person is looked up for each row of a page that has been cut: as a
 * join, a large market made the planner think again at each request, for longer than reading the page takes.
 */
export function bidColumns(sql: Sql) {
  return sql`
    bids.id, bids.user_id as "userUid", bids.project_id as "projectId", bids.amount, bids.status,
    bids.tx_hash as "txHash", bids.created_at as "createdAt", bids.ended_at as "endedAt",
    (select json_build_array(nickname, photo_url) from users where uid = bids.user_id) as bidder`
}

/** `viewer` is the uid of whoever reads; null for a frame that everybody gets. */
export function presentBid(row: BidRow, viewer: string | null, position: number | null): BidWire {
  const { id, projectId, amount, status, txHash, createdAt, endedAt } = row
  const [nickname, photoUrl] = row.bidder
  return {
    id,
    userId: row.userUid === viewer ? viewer : null,
    projectId,
    position,
    amount,
    amountRaw: amount,
    status,
    txHash,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    user: { fullName: nickname, nickname, photoUrl },
  }
}
