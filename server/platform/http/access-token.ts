/** The one verifier of access tokens: every door uses it, and refuses in its own words. */
import { audienceOf, isSignedBy, type TokenKeys } from './token-keys.ts'

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
 * The claims of a token that was signed with one of our keys and is valid at `now` (RFC 7519 and 7515).
 *
 * One rule for every door. `exp` is required, because a token that never expires cannot be withdrawn (`KeySet` may
 * except services). There is no leeway: this server is the only issuer and keeps the only clock, and clients renew a
 * minute and a half before the end. A person's token (role `authenticated`) must be meant for people (the audience,
 * `authenticated` unless configured), so that one signed with the same key for another purpose opens nothing; the
 * gateway's keys have no audience. Which roles may enter is for each door to decide.
 *
 * Not by a library: they all hand each HMAC to a thread, which for a bid took as long as everything else that happens
 * to it outside the database.
 */
export function verifyAccessToken(keys: TokenKeys, token: string, now = Date.now()): Verified {
  const known = accepted.get(token)
  if (known?.keys === keys && known.claims.exp > now / 1000) return { claims: known.claims }
  const [header, payload, signature, ...more] = token.split('.')
  const head = header && payload && signature && more.length === 0 ? parse(header) : null
  // `crit` names extensions that must be understood (RFC 7515, 4.1.11): we support none.
  if (!head || head.crit !== undefined) return { fault: { kind: 'malformed' } }
  const isSigned = isSignedBy(keys, head, `${header}.${payload}`, signature as string)
  if (isSigned === undefined) return { fault: { kind: 'algorithm' } }
  if (!isSigned) return { fault: { kind: 'signature' } }
  const claims = parse(payload as string)
  if (!claims) return { fault: { kind: 'malformed' } }
  const judged = judge(claims, now / 1000, keys)
  if (judged.claims) remember(token, { keys, claims: judged.claims })
  return judged
}

/** Valid tokens as they were sent, oldest first: a session sends the same with each request. Only their end may change. */
const accepted = new Map<string, { keys: TokenKeys; claims: Claims }>()
const MOST_REMEMBERED = 4000

function remember(token: string, of: { keys: TokenKeys; claims: Claims }): void {
  const [oldest] = accepted.size >= MOST_REMEMBERED ? accepted.keys() : []
  if (oldest !== undefined) accepted.delete(oldest)
  accepted.set(token, of)
}

/** The claims behind an `Authorization` header; null when its token is invalid or not a person's. */
export function verifyPerson(keys: TokenKeys, authorization: string | undefined): PersonClaims | null {
  const token = bearerOf(authorization)
  return token ? personOf(verifyAccessToken(keys, token).claims) : null
}

/** Verified claims as a person's; null when they are not. */
export function personOf(claims: Claims | undefined): PersonClaims | null {
  return claims?.role === 'authenticated' && claims.sub !== undefined ? (claims as PersonClaims) : null
}

/** `now` in Unix seconds. */
function judge(claims: Record<string, unknown>, now: number, keys: TokenKeys): Verified {
  const { sub, role, aud, nbf } = claims
  const exp = endOf(claims, keys)
  if (typeof exp !== 'number') return { fault: { kind: 'claims' } }
  if (exp <= now) return { fault: { kind: 'expired', expiredFor: Math.floor(now - exp) } }
  const isMeant = role !== 'authenticated' || [aud].flat().includes(audienceOf(keys))
  const isKnown =
    (nbf === undefined || (typeof nbf === 'number' && nbf <= now)) &&
    (sub === undefined || typeof sub === 'string') &&
    (role === undefined || typeof role === 'string')
  return isMeant && isKnown ? { claims: { ...claims, exp } as Claims } : { fault: { kind: 'claims' } }
}

/** When the token ends, in Unix seconds; never, for a service's own without an end where those are permitted. */
function endOf({ exp, role }: Record<string, unknown>, keys: TokenKeys): unknown {
  const mayBeEndless = typeof keys !== 'string' && keys.endlessServiceTokens && role !== 'authenticated'
  return exp === undefined && mayBeEndless ? Number.MAX_SAFE_INTEGER : exp
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
