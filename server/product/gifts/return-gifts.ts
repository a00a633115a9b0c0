/** Gifts that go back to their givers: taken back, or accepted by nobody in time. Those of a work that is closed end with it (market/close-project.ts). */
import * as v from 'valibot'
import { GIFT_STATUSES } from '#domain/gift.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact, withRetries } from '../../platform/db/transact.ts'

/** The price is in the wallet again, the unit on sale. */
export async function takeBack(sql: Sql, fanUid: string, uid: string): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    await tx`
      select market.lock(array(select project_id from private.gifts where uid = ${uid} and giver = ${fanUid}))`
    const gift = parseRow(
      v.object({ id: rowId, status: v.picklist(GIFT_STATUSES) }),
      await tx`
        select id, status from private.gifts
        where uid = ${uid} and giver = ${fanUid} and status <> 'unpaid'
        for update`,
    )
    if (!gift) return refuse('gift_not_found')
    if (gift.status === 'accepted') return refuse('gift_taken')
    await tx`select market.return_gifts(array[${gift.id}::bigint], 'taken_back')`
    return ok(null)
  })
}

/** More wait for the next minute's run. */
const AT_ONCE = 500

/** Whatever nobody has accepted by its date, or by the end of its project. */
export async function returnDueGifts(sql: Sql): Promise<void> {
  const due = parseRows(
    v.object({ projectId: rowId, gifts: v.array(v.number()) }),
    await sql`
      select project_id as "projectId", array_agg(id) as gifts
      from (
        select gifts.project_id, gifts.id::float8
        from private.gifts
        join projects on projects.id = gifts.project_id
        where status = 'waiting' and least(accept_by, expired_at) <= clock_timestamp()
        order by gifts.id
        limit ${AT_ONCE}
      ) over
      group by project_id`,
  )
  for (const { projectId, gifts } of due) {
    await withRetries(sql, async (tx) => {
      await tx`select market.lock(array[${projectId}::bigint])`
      await tx`select market.return_gifts(${gifts}::bigint[], 'expired')`
    })
  }
}
