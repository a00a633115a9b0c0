/** The tokens of signed addresses: what may be read or written there, and until when. */
import { createHmac } from 'node:crypto'
import { verifyAccessToken } from '../../platform/http/access-token.ts'
import { sharedSecret, type TokenKeys } from '../../platform/http/token-keys.ts'
import { StorageError } from './errors.ts'

/** `url` is bucket and name, joined by a slash. */
export type ReadGrant = { scope: 'download'; url: string; transformations?: string }
export type UploadGrant = {
  scope: 'upload'
  url: string
  /** To whom the object will belong, and whether that person's quota counts. */
  owner: string | null
  limited: boolean
  upsert: boolean
  /** Claims of whoever had it signed, as whom the upload is made; absent where that was the service, or the original. */
  signer?: Record<string, unknown>
}

/** A key of its own: neither opens such a token a session, nor a session such an address. */
function keyFrom(jwtSecret: TokenKeys): string {
  return createHmac('sha256', sharedSecret(jwtSecret)).update('signed storage addresses').digest('base64url')
}

/** Signs `grant` (RFC 7515, HS256), valid for `seconds` from now. */
export function signGrant(jwtSecret: TokenKeys, grant: ReadGrant | UploadGrant, seconds: number): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...grant, iat: now, exp: now + seconds })}`
  return `${content}.${createHmac('sha256', keyFrom(jwtSecret)).update(content).digest('base64url')}`
}

/** Where tokens of others are as good as ours (`KeySet`), so are those that the original signs, with the secret itself. */
function verify(keys: TokenKeys, token: string) {
  const own = verifyAccessToken(keyFrom(keys), token)
  const isForeign = typeof keys !== 'string' && keys.foreignTokens && own.fault?.kind === 'signature'
  return isForeign ? verifyAccessToken(sharedSecret(keys), token) : own
}

/** Throws InvalidJWT for a token that is not ours or has expired, InvalidSignature for one of another address. */
export function readGrant<Scope extends 'download' | 'upload'>(
  jwtSecret: TokenKeys,
  token: string | undefined,
  scope: Scope,
  url: string,
): Extract<ReadGrant | UploadGrant, { scope: Scope }> {
  if (!token) throw new StorageError('InvalidRequest', "querystring must have required property 'token'")
  const { claims, fault } = verify(jwtSecret, token)
  if (fault?.kind === 'expired') throw new StorageError('InvalidJWT', '"exp" claim timestamp check failed')
  if (fault?.kind === 'signature') throw new StorageError('InvalidJWT', 'signature verification failed')
  if (fault) throw new StorageError('InvalidJWT', 'Invalid Compact JWS')
  // The original's tokens have no scope: an upload's names its owner.
  const { scope: said = 'owner' in claims ? 'upload' : 'download' } = claims
  if (said !== scope) throw new StorageError('InvalidSignature', `Token is not scoped for ${scope}`)
  if (claims.url !== url) throw new StorageError('InvalidSignature')
  return claims as unknown as Extract<ReadGrant | UploadGrant, { scope: Scope }>
}
