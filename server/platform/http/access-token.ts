/** Checks the session access token of a request and says who is calling. */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/** `exp` is in unix seconds. */
export type Claims = { sub: string; role: string; exp: number; session_id?: string } & Record<string, unknown>

/** The session a token was given to; a token without one (a service's own) has none that could end. */
export type TokenSession = { id: string | null; level: string }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Null when the token names an account or a session that cannot be one. */
export function sessionOf({ sub, session_id, aal }: Claims): TokenSession | null {
  const id = session_id ?? null
  if (!UUID.test(sub) || (id !== null && !UUID.test(String(id)))) return null
  return { id, level: typeof aal === 'string' ? aal : 'aal1' }
}

/** Takes an `Authorization` header; null when its token is missing, forged, expired or names no user. */
export type AccessTokenCheck = (authorization: string | undefined) => Claims | null

/**
 * RFC 7519 and 7515, for the one algorithm that sessions are signed with. Not by a library: they all hand each HMAC to
 * a thread, which on the way of a bid took as long as everything else that happens to it outside the database.
 */
export function createAccessTokenCheck(jwtSecret: string): AccessTokenCheck {
  const key = createSecretKey(jwtSecret, 'utf8')
  return (authorization) => {
    const [header, payload, signature, ...more] =
      /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]?.split('.') ?? []
    if (!header || !payload || !signature || more.length > 0) return null
    if (!isSigned(key, `${header}.${payload}`, signature) || parse(header)?.alg !== 'HS256') return null
    const claims = parse(payload)
    return claims && isOfAUser(claims, Date.now() / 1000) ? claims : null
  }
}

function isSigned(key: KeyObject, content: string, signature: string): boolean {
  const right = createHmac('sha256', key).update(content).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** `now` in unix seconds. */
function isOfAUser(claims: Record<string, unknown>, now: number): claims is Claims {
  const { sub, role, aud, exp, nbf } = claims
  return (
    typeof sub === 'string' &&
    role === 'authenticated' &&
    (aud === 'authenticated' || (Array.isArray(aud) && aud.includes('authenticated'))) &&
    typeof exp === 'number' &&
    exp > now &&
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now))
  )
}

function parse(part: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    // Signed with our secret and yet no JSON: whoever made it, it names nobody.
    return null
  }
}
