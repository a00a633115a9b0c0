/** Bids as the wire shows them. */
import type { BidWire } from '#domain/wire/api.ts'
import type { Sql } from '../db/sql.ts'

export type BidRow = {
  id: number
  userUid: string
  projectId: number
  amount: number
  status: BidWire['status']
  txHash: string | null
  createdAt: Date
  endedAt: Date | null
  nickname: string
  photoUrl: string | null
}

/** The columns of a `BidRow`, from `bids` beside its `bidder`. */
export function bidColumns(sql: Sql) {
  return sql`
    bids.id, bids.user_id as "userUid", bids.project_id as "projectId", bids.amount, bids.status,
    bids.tx_hash as "txHash", bids.created_at as "createdAt", bids.ended_at as "endedAt",
    bidder.nickname, bidder.photo_url as "photoUrl"`
}

/**
 * What a page of bids is read with: the page is cut first, and then its people are looked up one by one. As a plain
 * join, a large market made the planner think again for each request, for longer than reading the page takes.
 */
export function bidder(sql: Sql) {
  return sql`cross join lateral (select nickname, photo_url from users where uid = bids.user_id limit 1) bidder`
}

/** `viewer` is the uid of whoever reads; null for a frame that everybody gets. */
export function presentBid(row: BidRow, viewer: string | null, position: number | null): BidWire {
  const { id, projectId, amount, status, txHash, createdAt, endedAt, nickname, photoUrl } = row
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
