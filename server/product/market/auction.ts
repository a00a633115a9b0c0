/** An auction at a glance: totals that the writers keep, and where a fan's own bid stands. */
import * as v from 'valibot'
import { amountToLead } from '#domain/bid.ts'
import { centavos, count, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type AuctionWire, auctionWire, type OwnBidWire } from './contract.ts'

const auctionRow = v.object({
  ...auctionWire.entries,
  mine: v.nullable(v.object({ id: rowId, amount: centavos, position: count })),
})

/** `fanUid` null: nobody's own bid is looked for. */
export async function readAuction(
  sql: Sql | Tx,
  projectId: number,
  fanUid: string | null,
): Promise<{ auction: AuctionWire; mine: OwnBidWire | null }> {
  const row = parseRow(
    auctionRow,
    await sql`
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
      where project_id = ${projectId}`,
  )
  if (!row) throw new Error(`project ${projectId} has no market`)
  const { mine, ...auction } = row
  return {
    auction,
    mine: mine && { ...mine, toLead: amountToLead(mine.amount, auction.leading ?? mine.amount) },
  }
}

/** As many as ranks are shown: anybody below them is told that they are behind. */
const MOST_ENDS = 50

/** When the open windows of a project end, soonest first. */
export async function readEnds(sql: Sql | Tx, projectId: number): Promise<string[]> {
  const rows = parseRows(
    v.object({ end: v.date() }),
    await sql`
      select will_expire_at as "end"
      from mints
      where project_id = ${projectId} and status = 'minted'
      order by will_expire_at
      limit ${MOST_ENDS}`,
  )
  return rows.map(({ end }) => end.toISOString())
}
