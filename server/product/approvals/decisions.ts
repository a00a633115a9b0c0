/** Decisions by hand about money, as lists show them. */
import * as v from 'valibot'
import {
  ATTEMPT_SECONDS,
  DECIDED,
  type Decided,
  type Outgoing,
  PAYOUTS_HELD,
  STILL_UNDER_WAY,
} from '#domain/money-decision.ts'
import { parseRow, parseSoleRow } from '../../platform/db/rows.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { approvalsIn, isoOf } from './approvals.ts'
import { type DecisionWire, decisionWire } from './contract.ts'

/** As JSON, in a column of the list it belongs to: instants are ISO 8601 in UTC there already. */
export function decisionIn(sql: Sql | Tx, subject: Fragment, which: 'waiting' | 'newest'): Fragment {
  return sql`(
    select json_build_object(
      'id', decisions.id, 'uid', decisions.uid, 'outcome', outcome, 'amount', decisions.amount,
      'reference', reference, 'note', note, 'creditedTo', case when outcome = 'credited' then payee.email end,
      'status', decisions.status,
      'approvals', ${approvalsIn(sql, {
        table: sql`private.money_decision_approvals`,
        condition: sql`decision_id = decisions.id`,
        subject: sql`decisions.uid`,
        waits: sql`decisions.status = 'requested'`,
      })},
      'createdAt', ${isoOf(sql, sql`decisions.created_at`)}, 'endedAt', ${isoOf(sql, sql`decisions.ended_at`)}
    )
    from private.money_decisions decisions
    left join users payee on payee.uid = decisions.user_id
    where decisions.subject = ${subject} ${which === 'waiting' ? sql`and decisions.status = 'requested'` : sql``}
    order by decisions.id desc
    limit 1
  )`
}

/** The decision about a payment that waits for a second person; null when there is none. */
export async function waitingDecision(sql: Sql | Tx, subject: string): Promise<DecisionWire | null> {
  const row = parseSoleRow(
    v.object({ decision: v.nullable(decisionWire) }),
    await sql`
      select ${decisionIn(sql, sql`${subject}::uuid`, 'waiting')} as decision`,
  )
  return row.decision
}

/** The decision of this uid with its subject; null where there is none. `hasLeft`: about money that left without our books. */
export async function findDecision(
  sql: Sql,
  uid: string,
): Promise<{ about: Decided; subject: string; hasLeft: boolean } | null> {
  const row = parseRow(
    v.object({ about: v.picklist(DECIDED), subject: v.string(), hasLeft: v.boolean() }),
    await sql`
      select about, subject, outcome in ('charged', 'borne') as "hasLeft" from private.money_decisions where uid = ${uid}`,
  )
  return row ?? null
}

/** The state of an approved payment. */
export async function statusOfOutgoing(sql: Sql | Tx, kind: Outgoing, uid: string): Promise<string> {
  const table = {
    withdrawal: sql`redeem_balance`,
    payout: sql`private.artist_payouts`,
    refund: sql`private.refunds`,
  }[kind]
  const row = parseRow(
    v.object({ status: v.string() }),
    await sql`select status from ${table} where uid = ${uid}`,
  )
  if (!row) throw new Error(`${kind} ${uid} does not exist`)
  return row.status
}

/** Two columns of every list of such payments. */
export function outgoingState(sql: Sql | Tx, uid: Fragment): Fragment {
  return sql`
    exists (select from private.outgoing_stuck stuck where stuck.uid = ${uid}) as "isStuck",
    ${failedAttemptAt(sql, uid)} as "failedAttemptAt",
    ${decisionIn(sql, uid, 'waiting')} as decision`
}

/**
 * When the provider was last called, as ISO 8601, where that attempt failed, or has not come to an end for too long; null
 * before the first attempt, while one runs, and while the provider is at work.
 */
export function failedAttemptAt(sql: Sql | Tx, uid: Fragment): Fragment {
  return sql`(
    select ${isoOf(sql, sql`attempted_at`)}
    from private.outgoing
    join private.outgoing_attempts on outgoing_attempts.uid = outgoing.uid
    join graphile_worker.jobs on jobs.key = outgoing.job_key
    where outgoing.uid = ${uid} and case
      when locked_at is null then last_error <> all (${[STILL_UNDER_WAY, PAYOUTS_HELD]}::text[])
      else locked_at < clock_timestamp() - make_interval(secs => ${ATTEMPT_SECONDS})
    end
  )`
}
