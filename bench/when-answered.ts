/** Ties answers to bids to the totals that watchers see. */
import type { Sql } from '#server/platform/db/sql.ts'
import type { PacedAnswer } from './bid-load.ts'

/** When each bid was answered (ms), by the project's number of bids including it. */
export async function whenAnswered(
  sql: Sql,
  projectId: number,
  answers: readonly PacedAnswer[],
): Promise<{ bids: number; at: number }[]> {
  const rows = await sql<{ payment: string; bids: number }[]>`
    select payments.uid as payment, row_number() over (order by bids.id)::int as bids
    from bids
    join payments on payments.id = bids.payment_id
    where bids.project_id = ${projectId}`
  const places = new Map(rows.map(({ payment, bids }) => [payment, bids]))
  return answers.map(({ payment, at }) => {
    const bids = places.get(payment)
    if (bids === undefined) throw new Error(`an accepted bid is not there: payment ${payment}`)
    return { bids, at }
  })
}
