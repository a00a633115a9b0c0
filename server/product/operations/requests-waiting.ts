/** Requests that somebody made and that wait for an administrator. */
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'

/** A conversation waits since the person's first message after the last answer, or since it was opened. */
const unansweredSince = (sql: Sql | Tx) => sql`coalesce((
  select min(replies.created_at) from private.support_replies replies
  where replies.request_id = support_requests.id and replies.created_at > (
    select max(answers.created_at) from private.support_answers answers where answers.request_id = support_requests.id
  )
), support_requests.created_at)`

/** Requests that somebody made, as rows `{kind, created_at}`; at most `most` of each kind. */
export const requestsWaiting = (sql: Sql | Tx, most: number): Fragment => sql`
  (select 'withdrawal' as kind, created_at from redeem_balance where status = 'requested' order by id limit ${most})
  union all
  (select 'refund', created_at from private.refunds where status = 'requested' order by id limit ${most})
  union all
  (select 'write_off', created_at from private.write_offs where status = 'requested' order by id limit ${most})
  union all
  (select 'payout', created_at from private.artist_payouts where status = 'requested' order by id limit ${most})
  union all
  (select 'support', ${unansweredSince(sql)} from support_requests where status = 'new' order by id limit ${most})`
