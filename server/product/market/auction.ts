/** An auction at a glance: totals that the writers keep, and where a fan's own bid stands. */
import { amountToLead } from '#domain/bid.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { AuctionWire, OwnBidWire } from './contract.ts'

type Row = AuctionWire & { mine: { id: number; amount: number; position: number } | null }

/** `fanUid` null: nobody's own bid is looked for. */
export async function readAuction(
  sql: Sql,
  projectId: number,
  fanUid: string | null,
): Promise<{ auction: AuctionWire; mine: OwnBidWire | null }> {
  const [row] = await sql<Row[]>`
    select log_length as version, bids, standing, winners,
      (
        select amount
        from bids
        where bids.project_id = state.project_id and status in ('pending', 'bided')
        order by amount desc
        limit 1
      ) as leading,
      (
        select json_build_object(
          'id', id, 'amount', amount, 'position', market.position(state.project_id, amount)
        )
        from bids
        where bids.project_id = state.project_id and user_id = ${fanUid} and status in ('pending', 'bided')
      ) as mine
    from market.state
    where project_id = ${projectId}`
  if (!row) throw new Error(`project ${projectId} has no market`)
  const { mine, ...auction } = row
  return {
    auction,
    mine: mine && { ...mine, toLead: amountToLead(mine.amount, auction.leading ?? mine.amount) },
  }
}

/** As many as ranks are shown: whoever stands below them is told that they are behind. */
const MOST_ENDS = 50

/** When the windows of a project that are open end, the soonest first. */
export async function readEnds(sql: Sql, projectId: number): Promise<string[]> {
  const rows = await sql<{ end: Date }[]>`
    select will_expire_at as "end"
    from mints
    where project_id = ${projectId} and status = 'minted'
    order by will_expire_at
    limit ${MOST_ENDS}`
  return rows.map(({ end }) => end.toISOString())
}
