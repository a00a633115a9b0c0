/** The secret of a gift's link. We keep its digest alone: a link is shown once, and a new one replaces it. */
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/db/sql.ts'

export const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest()

/** Makes a gift's link anew. Behind the #, no server that passes it on writes it down. */
export async function newLink(tx: Tx, giftId: number, publicUrl: string): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await tx`update private.gifts set code_hash = ${hashOf(code)} where id = ${giftId}`
  return `${publicUrl}/gift#${code}`
}
