/**
 * Idempotency keys: the same key with the same body gets the same answer; with another body it is refused.
 * A key is claimed inside the transaction it guards, so a concurrent twin waits for the first to finish.
 */
import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { count, parseRow, rowId } from './db/rows.ts'
import type { Tx } from './db/sql.ts'

export type StoredAnswer = { status: number; body: unknown }
export type Claim =
  | { kind: 'fresh' }
  | { kind: 'replay'; answer: StoredAnswer }
  /** Claimed before, without an answer: that request was cut off. `call`: what it was about to ask its provider. */
  | { kind: 'resume'; paymentId: number; call: unknown }
  | { kind: 'mismatch' }

export function hashRequest(path: string, body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest('hex')
}

export async function claimKey(tx: Tx, fanUid: string, key: string | null, hash: string): Promise<Claim> {
  if (key === null) return { kind: 'fresh' }
  const inserted = await tx`
    insert into private.idempotency_keys (user_id, key, request_hash)
    select ${fanUid}, ${key}, ${hash}
    -- What was paid from the wallet has its key in its uid, and no row of its own for it.
    where not exists (select from payments where uid = private.uid_of_key(${fanUid}, ${key}))
    on conflict do nothing
    returning key`
  if (inserted.length > 0) return { kind: 'fresh' }
  const known = parseRow(
    v.object({
      requestHash: v.string(),
      paymentId: v.nullable(rowId),
      call: v.unknown(),
      status: v.nullable(count),
      body: v.unknown(),
    }),
    await tx`
      select request_hash as "requestHash", payment_id as "paymentId", call, status, body
      from private.idempotency_keys
      where user_id = ${fanUid} and key = ${key}
      for update`,
  )
  if (!known || known.requestHash !== hash) return { kind: 'mismatch' }
  if (known.status !== null) return { kind: 'replay', answer: { status: known.status, body: known.body } }
  if (known.paymentId !== null) return { kind: 'resume', paymentId: known.paymentId, call: known.call }
  return { kind: 'fresh' }
}

/**
 * Ties a key to the payment it created. `call`, kept until it is answered, is what the provider is about to be asked.
 */
export async function linkKey(
  tx: Tx,
  fanUid: string,
  key: string | null,
  paymentId: number,
  call: object | null = null,
): Promise<void> {
  if (key === null) return
  await tx`
    update private.idempotency_keys
    set payment_id = ${paymentId}, call = ${call && JSON.stringify(call)}::text::json
    where user_id = ${fanUid} and key = ${key}`
}

export async function storeAnswer(
  tx: Tx,
  fanUid: string,
  key: string | null,
  answer: StoredAnswer,
): Promise<void> {
  if (key === null) return
  await tx`
    update private.idempotency_keys
    set status = ${answer.status}, body = ${JSON.stringify(answer.body)}::text::json, call = null
    where user_id = ${fanUid} and key = ${key}`
}
