/** Runs queries under the caller's role, so that row policies decide. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { type TokenFault, verifyAccessToken } from '../../platform/http/access-token.ts'
import { StorageError } from './errors.ts'
import type { StorageDoorOptions } from './options.ts'

export type StorageCaller = {
  role: 'anon' | 'authenticated' | 'service_role'
  sub: string | null
  claims: string
}

const FAULTS: Record<TokenFault['kind'], string> = {
  malformed: 'Invalid Compact JWS',
  algorithm: '"alg" (Algorithm) Header Parameter value not allowed',
  signature: 'signature verification failed',
  claims: 'unexpected claim value',
  expired: '"exp" claim timestamp check failed',
}

/** The word Bearer may be missing, as with the original; without any token there is no caller. */
export function readCaller(c: Context, jwtSecret: string): StorageCaller {
  const token = (c.req.header('authorization') ?? '').replace(/^Bearer\s+/i, '')
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault) throw new StorageError('AccessDenied', FAULTS[fault.kind])
  const { role, sub = null } = claims
  if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role')
    throw new StorageError('AccessDenied', 'unknown role')
  return { role, sub, claims: JSON.stringify(claims) }
}

/**
 * Refuses the token of a session that has ended as an expired one. `before` runs in the same transaction, while the
 * connection is nobody yet.
 */
export async function asCaller<Value>(
  { sql, hasEnded }: Pick<StorageDoorOptions, 'sql' | 'hasEnded'>,
  caller: StorageCaller,
  work: (tx: Tx) => Promise<Value>,
  before?: (tx: Tx) => Promise<void>,
): Promise<Value> {
  try {
    return (await sql.begin(async (tx) => {
      await before?.(tx)
      const [row] = await tx`select
        ${hasEnded && caller.role === 'authenticated' ? hasEnded(tx, caller.claims) : tx`false`} as ended,
        set_config('role', ${caller.role}, true),
        set_config('request.jwt.claims', ${caller.claims}, true)`
      if (row?.ended) throw new StorageError('AccessDenied', FAULTS.expired)
      return work(tx)
    })) as Value
  } catch (fault) {
    const { code = '' } = fault as { code?: string }
    if (code === '42501') throw new StorageError('AccessDenied')
    if (code === '23505') throw new StorageError('ResourceAlreadyExists')
    // The statement took longer than a stranger's may.
    if (code === '57014') throw new StorageError('DatabaseTimeout')
    // Class 22: a value that the column cannot hold; 23514: one that a check refuses.
    if (/^(22|23514)/.test(code)) throw new StorageError('InvalidRequest')
    throw fault
  }
}
