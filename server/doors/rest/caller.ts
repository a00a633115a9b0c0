/** Identifies the caller: the role and claims of the token; anonymous without one. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { bearerOf, verifyAccessToken } from '../../platform/http/access-token.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import { RestError } from './errors.ts'

const ROLES = ['anon', 'authenticated', 'service_role'] as const
export type Caller = { role: (typeof ROLES)[number]; claims: Record<string, unknown> }
/** `caller` is set unless the token was refused. */
export type RestEnv = { Variables: { caller?: Caller } }

export function readCaller(c: Context, jwtSecret: TokenKeys): Caller {
  const token = bearerOf(c.req.header('authorization'))
  if (!token) return { role: 'anon', claims: { role: 'anon' } }
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault?.kind === 'expired') throw new RestError('PGRST303', 'JWT expired')
  if (fault) {
    throw new RestError(
      'PGRST301',
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    )
  }
  const role = ROLES.find((known) => known === (claims.role ?? 'anon'))
  if (!role) throw new RestError('PGRST301', `role "${claims.role}" does not exist`)
  return { role, claims: { ...claims, role } }
}

/** Assumes the caller's role for the rest of the transaction, and makes the request's details available to SQL. */
export async function actAs(tx: Tx, caller: Caller, c: Context, address: string): Promise<void> {
  const headers = JSON.stringify(c.req.header())
  await tx`select
    set_config('search_path', 'public', true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
    set_config('request.method', ${c.req.method}, true),
    set_config('request.path', ${c.req.path}, true),
    set_config('request.headers', ${headers}, true),
    set_config('request.address', ${address}, true)`
}
