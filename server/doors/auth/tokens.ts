/** Access tokens: JWTs signed with the door's secret, valid for an hour unless configured, never stored. */
import { SignJWT } from 'jose'
import { type Claims, type TokenFault, verifyAccessToken } from '#server/platform/http/access-token.ts'
import { AuthError } from './errors.ts'
import type { Door } from './options.ts'

/** One way the session was authenticated; `timestamp` in Unix seconds. */
export type AmrEntry = { method: string; timestamp: number }

/** GoTrue's claims beside iss, iat and exp. */
type AccessClaims = {
  sub: string
  aud: string
  email: string
  phone: string
  app_metadata: Record<string, unknown>
  user_metadata: Record<string, unknown>
  role: string
  aal: string
  amr: AmrEntry[]
  session_id: string
  is_anonymous: boolean
}

type AccessToken = { token: string; expiresIn: number; expiresAt: number }

/** Signs `claims`. `expiresIn` in seconds, `expiresAt` in Unix seconds. */
export async function signAccessToken(door: Door, claims: AccessClaims, now: Date): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000)
  const expiresIn = door.limits.accessTokenSeconds
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(door.apiUrl)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .sign(new TextEncoder().encode(door.jwtSecret))
  return { token, expiresIn, expiresAt: issuedAt + expiresIn }
}

/** The claims of a valid access token. Throws `badJwt`. */
export function claimsOf(door: Door, token: string): Claims {
  const { claims, fault } = verifyAccessToken(door.jwtSecret, token, door.clock().getTime())
  if (fault) throw new AuthError('badJwt', { reason: REASONS[fault.kind] })
  return claims
}

/** Worded as the Go library that GoTrue uses does. */
const REASONS: Record<TokenFault['kind'], string> = {
  malformed: 'token is malformed: token contains an invalid number of segments',
  algorithm: 'token signature is invalid: signing method is invalid',
  signature: 'token signature is invalid: signature is invalid',
  claims: 'token has invalid claims',
  expired: 'token has invalid claims: token is expired',
}
