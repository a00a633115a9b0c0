/** An auction at a glance: totals that the writers keep, and where a fan's own bid stands. */
import * as v from 'valibot'
import { amountToLead } from '#domain/bid.ts'
import { type Ask, askTogether } from '../../platform/db/ask-together.ts'
import { centavos, count, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { type AuctionWire, auctionWire, type OwnBidWire } from './contract.ts'

/** The totals, which are everybody's. */
export async function readAuction(sql: Sql | Tx, projectId: number): Promise<AuctionWire> {
  return parseSoleRow(
    auctionWire,
    await sql`
      select log_length as version, bids, standing, winners,
        (
          select amount
          from bids
          where bids.project_id = state.project_id and status in ('pending', 'bided')
          order by amount desc
          limit 1
        ) as leading
      from market.state
      where project_id = ${projectId}`,
  )
}

type Question = { project: string; fan: string }
const viewerRow = v.object({
  standing: v.nullable(v.object({ id: rowId, amount: centavos, position: count })),
  isPaidForIt: v.boolean(),
  giftWaits: v.boolean(),
})
type Viewer = v.InferOutput<typeof viewerRow>

/**
 * What of the auction of a project, given by its uid, is a fan's own: where their bid stands, null for none, whether they may not bid
 * because they are paid for it, as `market.refusal_of_offer` says, and whether a gift of it waits for them. Read for many at once.
 */
export const createViewerReader = (sql: Sql): Ask<Question, Viewer> =>
  askTogether(
    ({ project, fan }: Question) => `${project} ${fan}`,
    async (questions: Question[]) => {
      return parseRows(
        viewerRow,
        await sql`
          select case when bids.id is not null then json_build_object(
            'id', bids.id, 'amount', amount, 'position', market.position(bids.project_id, amount)
          ) end as standing,
            -- Not by "exists": for several people at once Postgres would read whole tables.
            (select 1 from market.parts_of(projects.id, asked.fan) limit 1) is not null as "isPaidForIt",
            (
              select 1 from private.gifts
              where gifts.project_id = projects.id and gifts.status = 'waiting' and giver <> asked.fan
                and gifts.email = (select email from users where uid = asked.fan)
              limit 1
            ) is not null as "giftWaits"
          from unnest(
            ${questions.map(({ project }) => project)}::uuid[], ${questions.map(({ fan }) => fan)}::uuid[]
          ) with ordinality as asked (project, fan, number)
          left join projects on projects.uid = asked.project
          left join bids on bids.user_id = asked.fan and bids.project_id = projects.id and bids.status in ('pending', 'bided')
          order by number`,
      )
    },
  )

/** As it is sent, beside the best standing bid. */
export function presentStanding(standing: Viewer['standing'], { leading }: AuctionWire): OwnBidWire | null {
  return standing && { ...standing, toLead: amountToLead(standing.amount, leading ?? standing.amount) }
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
