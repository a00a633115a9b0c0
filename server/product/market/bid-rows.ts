/** Bids as sent to clients. */
import * as v from 'valibot'
import { BID_STATUSES } from '#domain/bid.ts'
import { centavos, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { BidWire } from './contract.ts'

export const bidRow = v.object({
  id: rowId,
  userUid: v.string(),
  projectId: rowId,
  amount: centavos,
  status: v.picklist(BID_STATUSES),
  txHash: v.nullable(v.string()),
  createdAt: v.date(),
  endedAt: v.nullable(v.date()),
  /** Nickname, and where the picture is. */
  bidder: v.tuple([v.string(), v.nullable(v.string())]),
})
export type BidRow = v.InferOutput<typeof bidRow>

/**
 * The columns of a `BidRow`, from `bids` alone. Its person is looked up for each row of a page that has been cut: as
 * a join, a large market made the planner replan at each request, for longer than reading the page takes.
 */
export function bidColumns(sql: Sql | Tx) {
  return sql`
    bids.id, bids.user_id as "userUid", bids.project_id as "projectId", bids.amount, bids.status,
    bids.tx_hash as "txHash", bids.created_at as "createdAt", bids.ended_at as "endedAt",
    (select json_build_array(nickname, photo_url) from users where uid = bids.user_id) as bidder`
}

/** `viewer` is the reader's uid; null for a frame that everybody gets. */
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
