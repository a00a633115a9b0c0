/** The identity of a channel: the claims of the token it was joined with. */
import { type TokenFault, verifyAccessToken } from '../../platform/http/access-token.ts'

export type Claims = { role: 'anon' | 'authenticated' | 'service_role'; exp: number } & Record<
  string,
  unknown
>
export type Checked = { claims: Claims } | { fault: string }

const ROLES = new Set(['anon', 'authenticated', 'service_role'])

/** Checks a token; the fault is the text that clients recognise. */
export function checkToken(token: string, jwtSecret: string): Checked {
  const { claims, fault } = verifyAccessToken(jwtSecret, token)
  if (fault) return { fault: textOf(fault) }
  if (!ROLES.has(claims.role ?? '')) return { fault: REQUIRED }
  return { claims: claims as Claims }
}

const REQUIRED = 'Fields `role` and `exp` are required in JWT'

function textOf(fault: TokenFault): string {
  if (fault.kind === 'expired') return `InvalidJWTToken: Token has expired ${fault.expiredFor} seconds ago`
  if (fault.kind === 'signature') return 'JwtSignatureError: Failed to validate JWT signature'
  if (fault.kind === 'claims') return REQUIRED
  return 'MalformedJWT: The token provided is not a valid JWT'
}
