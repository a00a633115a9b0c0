/** Whose request it is: the role and claims of its token; without one, nobody's. */
import type { Context } from 'hono'
import { errors, jwtVerify } from 'jose'
import type { Tx } from '../../platform/db/sql.ts'
import { RestError } from './errors.ts'

const ROLES = ['anon', 'authenticated', 'service_role'] as const
export type Caller = { role: (typeof ROLES)[number]; claims: Record<string, unknown> }
/** `role` is set once the caller is known. */
export type RestEnv = { Variables: { role?: Caller['role'] } }

/** Clocks of two machines may differ by this much. */
const LEEWAY_SECONDS = 30

export async function readCaller(c: Context, jwtSecret: string): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (!token) return { role: 'anon', claims: { role: 'anon' } }
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ['HS256'],
      clockTolerance: LEEWAY_SECONDS,
    })
    const role = ROLES.find((known) => known === (payload.role ?? 'anon'))
    if (!role) throw new RestError('PGRST301', `role "${payload.role}" does not exist`)
    return { role, claims: { ...payload, role } }
  } catch (fault) {
    if (fault instanceof RestError) throw fault
    if (fault instanceof errors.JWTExpired) throw new RestError('PGRST303', 'JWT expired')
    throw new RestError(
      'PGRST301',
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    )
  }
}

/** Puts on the caller's role for the rest of the transaction, and tells SQL about the request. */
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
