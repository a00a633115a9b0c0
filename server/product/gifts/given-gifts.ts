/** The gifts of one giver, for that giver. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { type GiftWire, giftWire } from './contract.ts'

const givenRow = v.object({
  ...giftWire.entries,
  acceptBy: v.date(),
  createdAt: v.date(),
  endedAt: v.nullable(v.date()),
})

/** One page, newest first; none whose payment is still under way, or has failed. */
export async function listGiven(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<GiftWire>> {
  const rows = parseRows(
    givenRow,
    await sql`
      select gifts.id, gifts.uid, gifts.status, payments.uid as payment, payments.amount, gifts.email, words,
        least(accept_by, expired_at) as "acceptBy", gifts.created_at as "createdAt", gifts.ended_at as "endedAt",
        returned_for as "returnedFor",
        case
          when gifts.status = 'accepted' and mints.status = 'minted' and status_song = 'none'
            and will_expire_at > clock_timestamp()
          then mints.uid
        end as token,
        json_build_object(
          'uid', projects.uid, 'projectName', project_name, 'author', author, 'thumbnail', thumbnail, 'tint', tint
        ) as project
      from private.gifts
      join payments on payments.id = gifts.payment_id
      join projects on projects.id = gifts.project_id
      left join mints on mints.id = gifts.mint_id
      where giver = ${fanUid} and gifts.status <> 'unpaid' and gifts.id < ${page.after ?? Number.MAX_SAFE_INTEGER}
      order by gifts.id desc
      limit ${page.limit + 1}`,
  )
  const shown = rows.map((row) => ({
    ...row,
    acceptBy: row.acceptBy.toISOString(),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
  return pageOf(shown, page.limit)
}
