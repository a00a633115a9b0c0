/** The audit trail: what people do by their office, for us or for an artist, written in the transaction that does it. */
import type { Tx } from './db/sql.ts'

/** Who acts, and from which network address. */
export type Actor = { uid: string; address: string | null }
/** Somebody with a terminal on the database, on behalf of an administrator or of nobody. */
export type Operator = { uid: string | null; address: null; door: 'command-line' }

export type Deed = {
  /** `{thing}.{action}`, such as `withdrawal.approve`. */
  action: `${string}.${string}`
  /** The uid or number of its object. */
  subject: string
  before?: object | null
  after?: object | null
}

export async function audit(
  tx: Tx,
  by: Actor | Operator,
  { action, subject, before, after }: Deed,
): Promise<void> {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null)
  await tx`
    insert into private.admin_actions (admin_id, door, action, subject, before, after, address)
    values (${by.uid}, ${'door' in by ? by.door : 'back-office'}, ${action}, ${subject}, ${json(before)}::text::jsonb, ${json(after)}::text::jsonb, ${by.address})`
}
