/** The one verifier of access tokens: every door uses it, and refuses in its own words. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** `exp` is in Unix seconds. */
export type Claims = { exp: number; sub?: string; role?: string; session_id?: string } & Record<
  string,
  unknown
>

/** The claims of a signed-in person. */
export type PersonClaims = Claims & { sub: string; role: 'authenticated' }

/** Why a token is invalid; `expiredFor` in whole seconds, `claim` the one that is at fault. */
export type TokenFault =
  | { kind: 'malformed' | 'algorithm' | 'signature' }
  | { kind: 'claims'; claim: keyof typeof TYPES; wrong: 'type' | 'value' }
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
 * The claims of a token that was signed with our secret (HS256) and is valid at `now` (RFC 7519 and 7515).
 *
 * One rule for every door. `exp` is required, because a token that never expires cannot be
 * withdrawn. There is no leeway: this server is the only issuer and keeps the only clock, and clients renew a
 * minute and a half before the end. A person's token (role `authenticated`) must be meant for people (the audience
 * `authenticated`), so that one signed with the same key for another purpose opens nothing; the
 * gateway's keys have no audience. Which roles may enter is for each door to decide.
 *
 * Not by a library: they all hand each HMAC to a thread, which for a bid took as long as everything else that happens
 * to it outside the database.
 */
export function verifyAccessToken(secret: string, token: string, now = Date.now()): Verified {
  const known = accepted.get(token)
  if (known?.secret === secret && known.claims.exp > now / 1000) return { claims: known.claims }
  const [header, payload, signature, ...more] = token.split('.')
  const head = header && payload && signature && more.length === 0 ? parse(header) : null
  // `crit` names extensions that must be understood (RFC 7515, 4.1.11): we support none.
  if (!head || head.crit !== undefined) return { fault: { kind: 'malformed' } }
  // The key decides the algorithm, not the token (RFC 8725, section 3.1).
  if (head.alg !== 'HS256') return { fault: { kind: 'algorithm' } }
  if (!isSigned(secret, `${header}.${payload}`, signature as string)) return { fault: { kind: 'signature' } }
  const claims = parse(payload as string)
  if (!claims) return { fault: { kind: 'malformed' } }
  const judged = judge(claims, now / 1000)
  if (judged.claims) remember(token, { secret, claims: judged.claims })
  return judged
}

/** Valid tokens as they were sent, oldest first: a session sends the same with each request. Only their end may change. */
const accepted = new Map<string, { secret: string; claims: Claims }>()
const MOST_REMEMBERED = 4000

function remember(token: string, of: { secret: string; claims: Claims }): void {
  const [oldest] = accepted.size >= MOST_REMEMBERED ? accepted.keys() : []
  if (oldest !== undefined) accepted.delete(oldest)
  accepted.set(token, of)
}

/** The claims behind an `Authorization` header; null when its token is invalid or not a person's. */
export function verifyPerson(secret: string, authorization: string | undefined): PersonClaims | null {
  const token = bearerOf(authorization)
  return token ? personOf(verifyAccessToken(secret, token).claims) : null
}

/** Verified claims as a person's; null when they are not. */
export function personOf(claims: Claims | undefined): PersonClaims | null {
  return claims?.role === 'authenticated' && claims.sub !== undefined ? (claims as PersonClaims) : null
}

const isNumber = (value: unknown) => typeof value === 'number'
const isText = (value: unknown) => typeof value === 'string'
/** Of which type a claim has to be where there is one. */
const TYPES = {
  exp: isNumber,
  nbf: isNumber,
  iat: isNumber,
  aud: (value: unknown) => [value].flat().every(isText),
  sub: isText,
  role: isText,
}
/** The `aud` of people's tokens. */
export const AUDIENCE = 'authenticated'
/** Another server of ours may have signed it, whose clock is a little ahead. */
const LEEWAY_OF_BIRTH = 30

/** `now` in Unix seconds. */
function judge(claims: Record<string, unknown>, now: number): Verified {
  const { role, aud, exp, nbf = 0, iat = 0 } = claims
  const refuse = (claim: keyof typeof TYPES, wrong: 'type' | 'value') => ({
    fault: { kind: 'claims' as const, claim, wrong },
  })
  for (const [claim, isRight] of Object.entries(TYPES))
    if (claim in claims && !isRight(claims[claim])) return refuse(claim as keyof typeof TYPES, 'type')
  if (!isNumber(exp)) return refuse('exp', 'type')
  if (Number(exp) <= now) return { fault: { kind: 'expired', expiredFor: Math.floor(now - Number(exp)) } }
  if (Number(nbf) > now) return refuse('nbf', 'value')
  if (Number(iat) > now + LEEWAY_OF_BIRTH) return refuse('iat', 'value')
  const isMeant = role !== 'authenticated' || [aud].flat().includes(AUDIENCE)
  return isMeant ? { claims: claims as Claims } : refuse('aud', 'value')
}

function isSigned(secret: string, content: string, signature: string): boolean {
  const [given, right] = [
    Buffer.from(signature, 'base64url'),
    createHmac('sha256', secret).update(content).digest(),
  ]
  return given.length === right.length && timingSafeEqual(given, right)
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
