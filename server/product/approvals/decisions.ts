/** Decisions by hand about money, and the payments on their way out that need one. */
import type { Outgoing } from '#domain/money-decision.ts'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import type { StuckWire } from '../operations/contract.ts'
import { approvalsIn } from './approvals.ts'
import type { DecisionWire } from './contract.ts'

/** As JSON, in a column of the list it belongs to: instants are ISO 8601 in UTC there already. */
export function decisionIn(sql: Sql | Tx, subject: Fragment, which: 'waiting' | 'newest'): Fragment {
  return sql`(
    select json_build_object(
      'id', decisions.id, 'uid', decisions.uid, 'outcome', outcome, 'amount', decisions.amount,
      'reference', reference, 'note', note, 'creditedTo', case when outcome = 'credited' then payee.email end,
      'status', decisions.status,
      'approvals', ${approvalsIn(sql, sql`private.money_decision_approvals`, sql`decision_id = decisions.id`)},
      'createdAt', ${isoOf(sql, sql`decisions.created_at`)}, 'endedAt', ${isoOf(sql, sql`decisions.ended_at`)}
    )
    from private.money_decisions decisions
    left join users payee on payee.uid = decisions.user_id
    where decisions.subject = ${subject} ${which === 'waiting' ? sql`and decisions.status = 'requested'` : sql``}
    order by decisions.id desc
    limit 1
  )`
}

const isoOf = (sql: Sql | Tx, instant: Fragment) =>
  sql`to_char(${instant} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What of a payment waits for a second person; null when nothing does. */
export async function waitingDecision(sql: Sql | Tx, subject: string): Promise<DecisionWire | null> {
  const [row] = await sql<{ decision: DecisionWire | null }[]>`
    select ${decisionIn(sql, sql`${subject}::uuid`, 'waiting')} as decision`
  return row?.decision ?? null
}

/** The decision of this uid with what it is about; null where there is none. */
export async function findDecision(
  sql: Sql,
  uid: string,
): Promise<{ about: Outgoing | 'unmatched'; subject: string } | null> {
  const [row] = await sql<{ about: Outgoing | 'unmatched'; subject: string }[]>`
    select about, subject from private.money_decisions where uid = ${uid}`
  return row ?? null
}

/** How a payment that was approved stands. */
export async function statusOfOutgoing(sql: Sql | Tx, kind: Outgoing, uid: string): Promise<string> {
  const table = {
    withdrawal: sql`redeem_balance`,
    payout: sql`private.artist_payouts`,
    refund: sql`private.refunds`,
  }[kind]
  const [row] = await sql<{ status: string }[]>`select status from ${table} where uid = ${uid}`
  if (!row) throw new Error(`${kind} ${uid} does not exist`)
  return row.status
}

/** Two columns that every list of such payments has. */
export function outgoingState(sql: Sql | Tx, uid: Fragment): Fragment {
  return sql`
    exists (select from private.outgoing_stuck stuck where stuck.uid = ${uid}) as "isStuck",
    ${failedAttemptAt(sql, uid)} as "failedAttemptAt",
    ${decisionIn(sql, uid, 'waiting')} as decision`
}

/** When the provider was last asked to pay, as ISO 8601, where its job keeps an error of that attempt; else null. */
function failedAttemptAt(sql: Sql | Tx, uid: Fragment): Fragment {
  return sql`(
    select ${isoOf(sql, sql`attempted_at`)}
    from private.outgoing
    join private.outgoing_attempts on outgoing_attempts.uid = outgoing.uid
    join graphile_worker.jobs on jobs.key = outgoing.job_key
    where outgoing.uid = ${uid} and last_error is not null
  )`
}

type StuckRow = Omit<StuckWire, 'approvedAt'> & { approvedAt: Date | null }

/** Few of a hundred thousand payments, and all of them at once: they come as one page. */
const MOST = 500

export const stuck: AdminList<StuckWire> = {
  async read(sql, query) {
    const id = sql`numbered.id`
    const rows = await sql<StuckRow[]>`
      with numbered as (
        select row_number() over (order by approved_at nulls first, uid) as id, * from private.outgoing_stuck
        limit ${MOST}
      )
      select numbered.id, kind, numbered.uid, numbered.amount, is_abandoned as "isAbandoned", true as "isStuck",
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
      where ${beyond(sql, id, query)}
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
    amount: ({ amount }) => csvAmount(amount),
    approvedAt: ({ approvedAt }) => (approvedAt ? csvTime(approvedAt) : ''),
  },
}
