/** Keys and digests. One secret is configured; each use derives a key of its own from it (HKDF, RFC 5869). */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

type KeyPurpose = 'refresh tokens' | 'mailed codes' | 'factor secrets' | 'recovery codes' | 'failed sign-ins'

function key(secret: string, purpose: KeyPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `auth: ${purpose}`, 32))
}

/** A keyed digest (HMAC-SHA-256): without the secret nobody can try guesses against it. */
export function keyedDigest(secret: string, purpose: KeyPurpose, message: string): Buffer {
  return createHmac('sha256', key(secret, purpose)).update(message).digest()
}

/** A plain digest, for values that are long and random already. Hexadecimal. */
export function digest(value: string): string {
  return createHash('sha256').update(value).digest('hex')
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** Encrypts with AES-256-GCM; base64 of iv, tag and ciphertext. */
export function encrypt(secret: string, purpose: KeyPurpose, plain: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64')
}

/** Undoes `encrypt`. Throws when the text was altered or the secret is another. */
export function decrypt(secret: string, purpose: KeyPurpose, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key(secret, purpose), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
