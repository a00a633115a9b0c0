/** Disputes as the back office sees them: few of anybody, so they come whole. */

import type { Sql } from '../../platform/db/sql.ts'
import type { DisputeWire } from './contract.ts'

type Row = Omit<DisputeWire, 'openedAt' | 'endedAt'> & {
  payment: string
  openedAt: Date
  endedAt: Date | null
}

const MOST = 100

async function read(
  sql: Sql,
  by: 'payment_id' | 'user_id',
  value: number | string,
): Promise<(DisputeWire & { payment: string })[]> {
  const rows = await sql<Row[]>`
    select disputes.id, disputes.uid, provider_id as "providerId", disputes.amount, fan_part as "fanPart",
      disputes.fee, reason, disputes.status, opened_at as "openedAt", ended_at as "endedAt", payments.uid as payment
    from private.disputes
    join payments on payments.id = payment_id
    where disputes.${sql(by)} = ${value}
    order by disputes.id desc
    limit ${MOST}`
  return rows.map((row) => ({
    ...row,
    openedAt: row.openedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }))
}

/** The newest first. */
export async function disputesOfPayment(sql: Sql, paymentId: number): Promise<DisputeWire[]> {
  const disputes = await read(sql, 'payment_id', paymentId)
  return disputes.map(({ payment: _, ...dispute }) => dispute)
}

/** The newest first, each with the payment it is about. */
export function disputesOfUser(sql: Sql, uid: string): Promise<(DisputeWire & { payment: string })[]> {
  return read(sql, 'user_id', uid)
}
