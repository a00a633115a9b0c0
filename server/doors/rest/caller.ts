/** Identifies the caller: the role and claims of the token; anonymous without one. */
import type { Context } from 'hono'
import type { EndedSession, Tx } from '../../platform/db/sql.ts'
import { bearerOf, type TokenFault, verifyAccessToken } from '../../platform/http/access-token.ts'
import type { Resource } from './budget.ts'
import { RestError } from './errors.ts'
import { EXPOSED } from './schema.ts'

const ANONYMOUS = 'anon'
const SERVICE = 'service_role'
const ROLES = [ANONYMOUS, 'authenticated', SERVICE]
export type RestCaller = { role: string; claims: Record<string, unknown>; isAnonymous: boolean }
export type RestEnv = { Variables: { caller: RestCaller } }

export function readCaller(c: Context, jwtSecret: string): RestCaller {
  const header = c.req.header('authorization')
  const token = bearerOf(header)
  if (!token && /^bearer\s*$/i.test(header ?? ''))
    throw new RestError('PGRST301', 'Empty JWT is sent in Authorization header')
  if (!token) return { role: ANONYMOUS, claims: { role: ANONYMOUS }, isAnonymous: true }
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault) throw refused(fault, token)
  const role = claims.role ?? ANONYMOUS
  if (!ROLES.includes(role)) throw new RestError('PGRST301', `role "${claims.role}" does not exist`)
  return { role, claims: { ...claims, role }, isAnonymous: role === ANONYMOUS }
}

/** Beside the type of a claim: that it is not so now, or not for us. */
const VALUES = { nbf: 'JWT not yet valid', iat: 'JWT issued at future', aud: 'JWT not in audience' }
const MUST_BE = { aud: 'a string or an array of strings', sub: 'a string', role: 'a string' }

const expired = () => new RestError('PGRST303', 'JWT expired')

function refused(fault: TokenFault, token: string): RestError {
  if (fault.kind === 'expired') return expired()
  if (fault.kind === 'claims') {
    const { claim, wrong } = fault
    const must = claim in MUST_BE ? MUST_BE[claim as keyof typeof MUST_BE] : 'a number'
    const said = wrong === 'value' ? VALUES[claim as keyof typeof VALUES] : null
    return new RestError('PGRST303', said ?? `The JWT '${claim}' claim must be ${must}`)
  }
  const parts = token.split('.').length
  if (parts !== 3) return new RestError('PGRST301', `Expected 3 parts in JWT; got ${parts}`)
  return new RestError(
    'PGRST301',
    'No suitable key or wrong key type',
    'None of the keys was able to decode the JWT',
  )
}

/** How much may be answered to a caller. */
export function answerBudget({ role, isAnonymous }: RestCaller): Resource {
  if (isAnonymous) return 'anonymousAnswer'
  return role === SERVICE ? 'serviceAnswer' : 'answer'
}

/**
 * Assumes the caller's role for the rest of the transaction, and makes who they are and their address known to SQL. Throws
 * PGRST303 when their session has ended.
 */
export async function actAs(
  tx: Tx,
  caller: RestCaller,
  address: string,
  hasEnded: EndedSession | undefined,
): Promise<void> {
  const claims = JSON.stringify(caller.claims)
  const [row] = await tx`select
    ${hasEnded && !caller.isAnonymous ? hasEnded(tx, claims) : tx`false`} as ended,
    set_config('search_path', ${EXPOSED}, true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${claims}, true),
    set_config('request.address', ${address}, true)`
  if (row?.ended) throw expired()
}
