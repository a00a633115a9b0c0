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

/** The columns of a `BidRow`, from `bids` joined with `users`. */
export function bidColumns(sql: Sql) {
  return sql`
    bids.id, bids.user_id as "userUid", bids.project_id as "projectId", bids.amount, bids.status,
    bids.tx_hash as "txHash", bids.created_at as "createdAt", bids.ended_at as "endedAt",
    users.nickname, users.photo_url as "photoUrl"`
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
