/** Who is behind a channel: the claims of the token it was joined with. */
import { errors, jwtVerify } from 'jose'

export type Claims = { role: 'anon' | 'authenticated' | 'service_role'; exp: number } & Record<
  string,
  unknown
>
export type Checked = { claims: Claims } | { fault: string }

const ROLES = new Set(['anon', 'authenticated', 'service_role'])

/** Checks a token; the fault is the text that clients know. */
export async function checkToken(token: string, jwtSecret: string): Promise<Checked> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] })
    if (typeof payload.role !== 'string' || !ROLES.has(payload.role) || typeof payload.exp !== 'number') {
      return { fault: 'Fields `role` and `exp` are required in JWT' }
    }
    return { claims: payload as Claims }
  } catch (fault) {
    if (fault instanceof errors.JWTExpired) {
      const ago = Math.max(0, Math.floor(Date.now() / 1000 - Number(fault.payload.exp)))
      return { fault: `InvalidJWTToken: Token has expired ${ago} seconds ago` }
    }
    if (fault instanceof errors.JWSSignatureVerificationFailed) {
      return { fault: 'JwtSignatureError: Failed to validate JWT signature' }
    }
    return { fault: 'MalformedJWT: The token provided is not a valid JWT' }
  }
}
