/** The one verifier of access tokens: every door uses it, and refuses in its own words. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `exp` is in Unix seconds. */
export type Claims = { exp: number; sub?: string; role?: string; session_id?: string } & Record<
  string,
  unknown
>

/** The claims of a signed-in person. */
export type PersonClaims = Claims & { sub: string; role: 'authenticated' }

/** Why a token is invalid; `expiredFor` in whole seconds. */
export type TokenFault =
  | { kind: 'malformed' | 'algorithm' | 'signature' | 'claims' }
  | { kind: 'expired'; expiredFor: number }

export type Verified = { claims: Claims; fault?: never } | { claims?: never; fault: TokenFault }

/** The session a token was issued to; a token without one (a service's own) has none that could end. */
export type TokenSession = { id: string | null; level: string }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Null when the token's account or session id is malformed. */
export function sessionOf({ sub, session_id, aal }: PersonClaims): TokenSession | null {
  const id = session_id ?? null
  if (!UUID.test(sub) || (id !== null && !UUID.test(String(id)))) return null
  return { id, level: typeof aal === 'string' ? aal : 'aal1' }
}

/** The token in an `Authorization` header; null when there is none. */
export function bearerOf(authorization: string | undefined): string | null {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? null
}

/**
 * The claims of a token that was signed with our secret by HS256 and is valid at `now` (RFC 7519 and 7515).
 *
 * One rule for every door. `exp` is required, because a token that never expires cannot be withdrawn. There is no
 * leeway: this server is the only issuer and keeps the only clock, and clients renew a minute and a half before the
 * end. A person's token (role `authenticated`) must be meant for people (audience `authenticated`), so that one
 * signed with the same secret for another purpose opens nothing; the gateway's keys have no audience. Which roles may
 * enter is for each door to decide.
 *
 * Not by a library: they all hand each HMAC to a thread, which for a bid took as long as everything else that happens
 * to it outside the database.
 */
export function verifyAccessToken(jwtSecret: string, token: string, now = Date.now()): Verified {
  const [header, payload, signature, ...more] = token.split('.')
  const head = header && payload && signature && more.length === 0 ? parse(header) : null
  // `crit` names extensions that must be understood (RFC 7515, 4.1.11): we support none.
  if (!head || head.crit !== undefined) return { fault: { kind: 'malformed' } }
  if (head.alg !== 'HS256') return { fault: { kind: 'algorithm' } }
  if (!isSigned(jwtSecret, `${header}.${payload}`, signature as string))
    return { fault: { kind: 'signature' } }
  const claims = parse(payload as string)
  return claims ? judge(claims, now / 1000) : { fault: { kind: 'malformed' } }
}

/** The claims behind an `Authorization` header; null when its token is invalid or not a person's. */
export function verifyPerson(jwtSecret: string, authorization: string | undefined): PersonClaims | null {
  const token = bearerOf(authorization)
  return token ? personOf(verifyAccessToken(jwtSecret, token).claims) : null
}

/** Verified claims as a person's; null when they are not. */
export function personOf(claims: Claims | undefined): PersonClaims | null {
  return claims?.role === 'authenticated' && claims.sub !== undefined ? (claims as PersonClaims) : null
}

function isSigned(jwtSecret: string, content: string, signature: string): boolean {
  const right = createHmac('sha256', jwtSecret).update(content).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** `now` in Unix seconds. */
function judge(claims: Record<string, unknown>, now: number): Verified {
  const { sub, role, aud, exp, nbf } = claims
  if (typeof exp !== 'number') return { fault: { kind: 'claims' } }
  if (exp <= now) return { fault: { kind: 'expired', expiredFor: Math.floor(now - exp) } }
  const isMeant = role !== 'authenticated' || [aud].flat().includes('authenticated')
  const isKnown =
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now)) &&
    (sub === undefined || typeof sub === 'string') &&
    (role === undefined || typeof role === 'string')
  return isMeant && isKnown ? { claims: claims as Claims } : { fault: { kind: 'claims' } }
}

function parse(part: string): Record<string, unknown> | null {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    // Not JSON: it identifies nobody.
    return null
  }
}
