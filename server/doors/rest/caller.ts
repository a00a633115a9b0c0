/** Identifies the caller: the role and claims of the token; anonymous without one. */
import type { Context } from 'hono'
import type { Tx } from '../../platform/db/sql.ts'
import { bearerOf, type TokenFault, verifyAccessToken } from '../../platform/http/access-token.ts'
import type { TokenKeys } from '../../platform/http/token-keys.ts'
import type { Resource } from './budget.ts'
import { RestError } from './errors.ts'

const SERVICE = 'service_role'
const ROLES = ['anon', 'authenticated', SERVICE]
export type Caller = { role: string; claims: Record<string, unknown>; isAnonymous: boolean }
/** `caller` is set unless the token was refused. */
export type RestEnv = { Variables: { caller?: Caller } }

export type Callers = {
  /** Of callers without a token; null refuses them with PGRST302. */
  anonymousRole: string | null
  /** Whether a token may name any role, of which Postgres then decides; if not, only the three. */
  anyRole: boolean
}

export function readCaller(c: Context, jwtSecret: TokenKeys, { anonymousRole, anyRole }: Callers): Caller {
  const header = c.req.header('authorization')
  const token = bearerOf(header)
  if (!token && /^bearer\s*$/i.test(header ?? ''))
    throw new RestError('PGRST301', 'Empty JWT is sent in Authorization header')
  if (!token) {
    if (anonymousRole === null) throw new RestError('PGRST302', 'Anonymous access is disabled')
    return { role: anonymousRole, claims: { role: anonymousRole }, isAnonymous: true }
  }
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault) throw refused(fault, token)
  const role = claims.role ?? anonymousRole
  if (role === null || !(anyRole || ROLES.includes(role) || role === anonymousRole))
    throw new RestError('PGRST301', `role "${claims.role}" does not exist`)
  return { role, claims: { ...claims, role }, isAnonymous: role === (anonymousRole ?? 'anon') }
}

/** Beside the type of a claim: that it is not so now, or not for us. */
const VALUES = { nbf: 'JWT not yet valid', iat: 'JWT issued at future', aud: 'JWT not in audience' }
const MUST_BE = { aud: 'a string or an array of strings', sub: 'a string', role: 'a string' }

function refused(fault: TokenFault, token: string): RestError {
  if (fault.kind === 'expired') return new RestError('PGRST303', 'JWT expired')
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
  const sent = c.req.header('cookie') ?? ''
  const cookies = JSON.stringify(Object.fromEntries(sent.split(';').filter(Boolean).map(pairOf)))
  await tx`select
    set_config('search_path', ${searchPath}, true),
    set_config('role', ${caller.role}, true),
    set_config('request.jwt.claims', ${JSON.stringify(caller.claims)}, true),
    set_config('request.method', ${c.req.method}, true),
    set_config('request.path', ${c.req.path}, true),
    set_config('request.headers', ${headers}, true),
    set_config('request.cookies', ${cookies}, true),
    set_config('request.address', ${address}, true)`
  if (timezone !== null) await tx`select set_config('timezone', ${timezone}, true)`
}

function pairOf(text: string): [string, string] {
  const [name = '', ...value] = text.trim().split('=')
  return [name, value.join('=')]
}
