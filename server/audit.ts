/** The audit trail: what administrators do, written in the transaction that does it. */
import type { Tx } from './db/sql.ts'

/** Who acts, and from which network address. */
export type Administrator = { uid: string; address: string | null }

export type AdminAction = {
  /** `{thing}.{deed}`, such as `withdrawal.approve`. */
  action: `${string}.${string}`
  /** The uid or number of what it is done to. */
  subject: string
  before?: object | null
  after?: object | null
}

export async function audit(
  tx: Tx,
  by: Administrator,
  { action, subject, before, after }: AdminAction,
): Promise<void> {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  await tx`
    insert into private.admin_actions (admin_id, action, subject, before, after, address)
    values (${by.uid}, ${action}, ${subject}, ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${by.address})`
}
