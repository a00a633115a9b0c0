/** Checks the session access token of a request and says who is calling. */
import { jwtVerify } from 'jose'

/** `exp` is in unix seconds. */
export type Claims = { sub: string; role: string; exp: number; session_id?: string } & Record<string, unknown>

/**
 * Tokens that were found good, with their claims: a fan's browser sends the same one hundreds of times. What a token
 * says never changes, so only its end has to be looked at again.
 */
const known = new Map<string, Claims>()
const MOST_KNOWN = 10_000

/** Resolves with the token's claims, or null when it is missing, forged, expired or names no user. */
export async function verifyAccessToken(
  authorization: string | undefined,
  jwtSecret: string,
): Promise<Claims | null> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) return null
  const name = `${jwtSecret} ${token}`
  const before = known.get(name)
  if (before && before.exp > Date.now() / 1000) return before
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ['HS256'],
      audience: 'authenticated',
    })
    if (typeof payload.sub !== 'string' || payload.role !== 'authenticated' || !payload.exp) return null
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(name, payload as Claims)
    return payload as Claims
  } catch {
    // Whatever is wrong with it, the caller is a stranger; the reason would only help a forger.
    return null
  }
}
