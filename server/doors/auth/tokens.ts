/** Access tokens: JWTs signed with HS256, good for an hour, never stored. */
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
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
    .sign(secretKey(door))
  return { token, expiresIn, expiresAt: issuedAt + expiresIn }
}

/** The claims of a token signed with our secret and not expired. Throws `badJwt`. */
export async function verifyAccessToken(door: Door, token: string): Promise<JWTPayload> {
  try {
    const options = { algorithms: ['HS256'], currentDate: door.clock() }
    return (await jwtVerify(token, secretKey(door), options)).payload
  } catch (fault) {
    throw new AuthError('badJwt', { reason: reasonOf(fault) })
  }
}

function secretKey(door: Door): Uint8Array {
  return new TextEncoder().encode(door.jwtSecret)
}

/** jose's finding in the words of the Go library that GoTrue uses. */
function reasonOf(fault: unknown): string {
  if (fault instanceof errors.JWTExpired) return 'token has invalid claims: token is expired'
  if (fault instanceof errors.JWTClaimValidationFailed) return 'token has invalid claims'
  if (fault instanceof errors.JWSSignatureVerificationFailed) {
    return 'token signature is invalid: signature is invalid'
  }
  if (fault instanceof errors.JOSEAlgNotAllowed)
    return 'token signature is invalid: signing method is invalid'
  return 'token is malformed: token contains an invalid number of segments'
}
