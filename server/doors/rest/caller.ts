/** Identifies the caller: the role and claims of the token; anonymous without one. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { bearerOf, verifyAccessToken } from '../../platform/http/access-token.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import type { Resource } from './budget.ts'
import { RestError } from './errors.ts'

const SERVICE = 'service_role'
const ROLES = ['anon', 'authenticated', SERVICE]
export type Caller = { role: string; claims: Record<string, unknown>; isAnonymous: boolean }
/** `caller` is set unless the token was refused. */
export type RestEnv = { Variables: { caller?: Caller } }

/** `anonymousRole`: of callers without a token; null refuses them with PGRST302. */
export function readCaller(c: Context, jwtSecret: TokenKeys, anonymousRole: string | null): Caller {
  const token = bearerOf(c.req.header('authorization'))
  if (!token) {
    if (anonymousRole === null) throw new RestError('PGRST302', 'Anonymous access is disabled')
    return { role: anonymousRole, claims: { role: anonymousRole }, isAnonymous: true }
  }
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault?.kind === 'expired') throw new RestError('PGRST303', 'JWT expired')
  if (fault) {
    throw new RestError(
      'PGRST301',
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    )
  }
  const named = claims.role ?? anonymousRole
  const role = [...ROLES, anonymousRole].find((known) => known !== null && known === named)
  if (!role) throw new RestError('PGRST301', `role "${claims.role}" does not exist`)
  return { role, claims: { ...claims, role }, isAnonymous: role === (anonymousRole ?? 'anon') }
}

/** How much may be answered to a caller. */
export function answerBudget({ role, isAnonymous }: Caller): Resource {
  if (isAnonymous) return 'anonymousAnswer'
  return role === SERVICE ? 'serviceAnswer' : 'answer'
}

/** Assumes the caller's role for the rest of the transaction, and makes the request's details available to SQL. */
export async function actAs(
  tx: Tx,
  caller: Caller,
  c: Context,
  { address, searchPath, timezone }: { address: string; searchPath: string; timezone: string | null },
): Promise<void> {
  const headers = JSON.stringify(c.req.header())
  await tx`select
    set_config('search_path', ${searchPath}, true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
    set_config('request.method', ${c.req.method}, true),
    set_config('request.path', ${c.req.path}, true),
    set_config('request.headers', ${headers}, true),
    set_config('request.address', ${address}, true)`
  if (timezone !== null) await tx`select set_config('timezone', ${timezone}, true)`
}
