/** Outgoing payments that no job moves any more, or that take too long; and decisions about money that left without our books. */
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { decisionIn, failedAttemptAt } from '../approvals/decisions.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import type { StuckWire } from './outgoing-contract.ts'

type StuckRow = Omit<StuckWire, 'approvedAt'> & { approvedAt: Date | null }

/** A handful among a hundred thousand payments, returned all at once. */
const MOST = 500

export const stuck: AdminList<StuckWire> = {
  async read(sql, query) {
    const id = sql`numbered.id`
    const { flow } = query.filters
    const rows = await sql<StuckRow[]>`
      with numbered as (
        select row_number() over (order by approved_at nulls first, uid) as id, * from (
          select kind, uid, user_id, artist_id, amount, approved_at, is_abandoned, false as has_left
          from private.outgoing_stuck
          union all
          select about, subject, decisions.user_id, artist_id, decisions.amount, null, false, true
          from private.money_decisions decisions
          left join private.artist_payouts payouts on about = 'payout' and payouts.uid = subject
          where decisions.status = 'requested' and outcome in ('charged', 'borne')
        ) found
        limit ${MOST}
      )
      select numbered.id, kind, numbered.uid, numbered.amount, is_abandoned as "isAbandoned", has_left as "hasLeft",
        true as "isStuck",
        ${failedAttemptAt(sql, sql`numbered.uid`)} as "failedAttemptAt",
        approved_at as "approvedAt", payments.uid as payment,
        json_build_object(
          'uid', coalesce(users.uid, artists.uid),
          'name', coalesce(full_name, nickname, email, artists.name)
        ) as payee,
        ${decisionIn(sql, sql`numbered.uid`, 'waiting')} as decision
      from numbered
      left join users on users.uid = user_id
      left join private.artists on artists.id = artist_id
      left join private.refunds on kind = 'refund' and refunds.uid = numbered.uid
      left join payments on payments.id = refunds.payment_id
      where ${beyond(sql, id, query)} and ${flow != null ? sql`kind = ${flow}` : sql`true`}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({ ...row, approvedAt: row.approvedAt?.toISOString() ?? null })),
      query,
    )
  },
  columns: {
    uid: ({ uid }) => uid,
    kind: ({ kind }) => kind,
    payee: ({ payee }) => payee.name,
    amount: ({ amount }, language) => csvAmount(amount, language),
    approvedAt: ({ approvedAt }, language) => (approvedAt ? csvTime(approvedAt, language) : ''),
  },
}
