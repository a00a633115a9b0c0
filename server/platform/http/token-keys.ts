/**
 * The keys of access tokens: a shared secret (HS256) and, where they are configured, key pairs (RFC 7517, 7518). One
 * key signs; all of them verify, so that a new key can be introduced before the old one is withdrawn.
 */
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import type { JWK } from 'jose'

const ALGORITHMS = ['HS256', 'RS256', 'ES256', 'EdDSA'] as const
type Algorithm = (typeof ALGORITHMS)[number]

type SigningKey = { kid: string | null; alg: Algorithm; key: KeyObject | Uint8Array }
type VerifyingKey = { alg: Algorithm; key: KeyObject | Uint8Array }

export type KeySet = {
  /** Verifies HS256 tokens that name no key, or one we do not know. At least 32 bytes. */
  secret: string
  signing: SigningKey
  /** By their `kid`. */
  verifying: ReadonlyMap<string, VerifyingKey>
  /** The public halves of the key pairs, for /.well-known/jwks.json. */
  published: JWK[]
  /** The `aud` of people's tokens. */
  audience: string
  /**
   * Whether tokens that others sign with our key are as good as ours: any may be without an end, and a person's may be
   * meant for whoever. Off unless the installation says so: an endless token can only be withdrawn by changing its key.
   */
  foreignTokens: boolean
}

/** A shared secret alone, or the whole set. */
export type TokenKeys = string | KeySet

const AUDIENCE = 'authenticated'
/** More keys than that are a mistake; each is parsed when the server starts. */
const MOST_KEYS = 16

/**
 * Reads a JSON Web Key Set's keys (RFC 7517), as GOTRUE_JWT_KEYS holds them: each with `kid`, `alg` and `key_ops`; the
 * one whose `key_ops` has "sign" signs, or the secret where none does. Throws when a key is of another kind, when two
 * sign or two have the same `kid`.
 */
export function readKeySet(
  secret: string,
  keys: JWK[] = [],
  options: { audience?: string; foreignTokens?: boolean } = {},
): KeySet {
  if (keys.length > MOST_KEYS) throw new Error(`More than ${MOST_KEYS} token keys.`)
  const verifying = new Map<string, VerifyingKey>()
  let signing: SigningKey | null = null
  for (const jwk of keys) {
    const alg = algorithmOf(jwk)
    const { kid } = jwk
    if (!kid) throw new Error('A token key has no kid.')
    if (verifying.has(kid)) throw new Error(`Two token keys have the kid ${kid}.`)
    verifying.set(kid, { alg, key: verifyingPart(jwk) })
    if (!jwk.key_ops?.includes('sign')) continue
    if (signing) throw new Error('Two token keys sign.')
    signing = { kid, alg, key: signingPart(jwk) }
  }
  return {
    secret,
    signing: signing ?? { kid: null, alg: 'HS256', key: new TextEncoder().encode(secret) },
    verifying,
    published: keys.filter(({ kty }) => kty !== 'oct').map(publicPart),
    audience: options.audience ?? AUDIENCE,
    foreignTokens: options.foreignTokens ?? false,
  }
}

export function keySetOf(keys: TokenKeys): KeySet {
  return typeof keys === 'string' ? readKeySet(keys) : keys
}

/** The secret from which a door may derive keys of its own. */
export function sharedSecret(keys: TokenKeys): string {
  return typeof keys === 'string' ? keys : keys.secret
}

/** The `aud` that people's tokens must have. */
export function audienceOf(keys: TokenKeys): string {
  return typeof keys === 'string' ? AUDIENCE : keys.audience
}

/**
 * Whether `signature` over `content` is one of ours. The key decides the algorithm, not the token (RFC 8725, section
 * 3.1); undefined when there is no key for what the token names.
 */
export function isSignedBy(
  keys: TokenKeys,
  head: { alg?: unknown; kid?: unknown },
  content: string,
  signature: string,
): boolean | undefined {
  const named =
    typeof keys !== 'string' && typeof head.kid === 'string' ? keys.verifying.get(head.kid) : undefined
  const shared = { alg: 'HS256' as const, key: sharedSecret(keys) }
  const key = named ?? (head.alg === 'HS256' ? shared : undefined)
  if (!key || key.alg !== head.alg) return undefined
  const given = Buffer.from(signature, 'base64url')
  if (key.alg === 'HS256') return isMac(key.key as string | Uint8Array, content, given)
  const digest = key.alg === 'EdDSA' ? null : 'sha256'
  const publicKey = { key: key.key as KeyObject, dsaEncoding: 'ieee-p1363' as const }
  return verify(digest, Buffer.from(content), publicKey, given)
}

function isMac(secret: string | Uint8Array, content: string, given: Buffer): boolean {
  const right = createHmac('sha256', secret).update(content).digest()
  return given.length === right.length && timingSafeEqual(given, right)
}

/** The algorithm goes with the kind of key; a key that names another is refused. */
function algorithmOf({ kty, crv, alg }: JWK): Algorithm {
  const own: Record<string, Algorithm> = {
    oct: 'HS256',
    RSA: 'RS256',
    'EC P-256': 'ES256',
    'OKP Ed25519': 'EdDSA',
  }
  const found = own[[kty, crv].filter(Boolean).join(' ')]
  if (!found || (alg !== undefined && alg !== found)) {
    throw new Error(`A token key of kind ${kty} and algorithm ${alg} is not one of ${ALGORITHMS.join(', ')}.`)
  }
  return found
}

function verifyingPart(jwk: JWK): KeyObject | Uint8Array {
  return jwk.kty === 'oct' ? secretOf(jwk) : createPublicKey({ key: jwk, format: 'jwk' })
}

function signingPart(jwk: JWK): KeyObject | Uint8Array {
  return jwk.kty === 'oct' ? secretOf(jwk) : createPrivateKey({ key: jwk, format: 'jwk' })
}

function secretOf({ k = '' }: JWK): Uint8Array {
  const bytes = Buffer.from(k, 'base64url')
  if (bytes.length < 32) throw new Error('A shared token key has fewer than 32 bytes.')
  return bytes
}

/** Nothing but what verifies: a private part never leaves this process. */
function publicPart(jwk: JWK): JWK {
  const { kty, crv, x, y, n, e, kid } = jwk
  const known = { kty, crv, x, y, n, e, kid, use: 'sig', key_ops: ['verify'], alg: algorithmOf(jwk) }
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
}
