/** Disputes as the back office sees them: a person has few, so they come whole. */
import * as v from 'valibot'
import { parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type DisputeWire, disputeWire } from './wire.ts'

const disputeRow = v.object({
  ...disputeWire.entries,
  payment: v.string(),
  openedAt: v.date(),
  evidenceDueAt: v.nullable(v.date()),
  endedAt: v.nullable(v.date()),
})

const MOST = 100

async function read(
  sql: Sql,
  by: 'payment_id' | 'user_id',
  value: number | string,
): Promise<(DisputeWire & { payment: string })[]> {
  const rows = parseRows(
    disputeRow,
    await sql`
      select disputes.id, disputes.uid, provider_id as "providerId", disputes.amount, fan_part as "fanPart",
        disputes.fee, reason, disputes.status, opened_at as "openedAt",
        evidence_due_at as "evidenceDueAt", ended_at as "endedAt", payments.uid as payment
      from private.disputes
      join payments on payments.id = payment_id
      where disputes.${sql(by)} = ${value}
      order by disputes.id desc
      limit ${MOST}`,
  )
  return rows.map((row) => ({
    ...row,
    openedAt: row.openedAt.toISOString(),
    evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
}

/** Newest first. */
export async function disputesOfPayment(sql: Sql, paymentId: number): Promise<DisputeWire[]> {
  const disputes = await read(sql, 'payment_id', paymentId)
  return disputes.map(({ payment: _, ...dispute }) => dispute)
}

/** Newest first, each with the payment it is about. */
export function disputesOfUser(sql: Sql, uid: string): Promise<(DisputeWire & { payment: string })[]> {
  return read(sql, 'user_id', uid)
}
