/** Encrypts a message for one browser (RFC 8291, with the content coding of RFC 8188): its push service cannot read it. */
import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

export type PushKeys = {
  /** The browser's public key: an uncompressed point of P-256, in base64url. */
  p256dh: string
  /** 16 bytes shared by the browser and us, in base64url. */
  auth: string
}

const POINT_BYTES = 65
const AUTH_BYTES = 16
const RECORD_BYTES = 4096
const TAG_BYTES = 16
/** One record holds everything: header, tag and delimiter leave this much for the text. */
export const MAX_TEXT_BYTES = 3993

/** False for keys that cannot be used: a point that is not on the curve, a secret of another length. */
export function isUsable({ p256dh, auth }: PushKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point.toString('base64url') !== p256dh) return false
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false
  try {
    ECDH.convertKey(point, 'prime256v1')
    return true
  } catch {
    return false
  }
}

/**
 * The body of the request, to be sent with `Content-Encoding: aes128gcm`. Throws when a key is invalid or the text
 * too long.
 */
export function encryptPush(text: string, keys: PushKeys, secrets = freshSecrets()): Buffer {
  const plain = Buffer.from(text)
  if (plain.length > MAX_TEXT_BYTES) throw new Error(`a push message has ${plain.length} bytes`)
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  if (secrets.privateKey) ecdh.setPrivateKey(secrets.privateKey)
  else ecdh.generateKeys()
  const ours = ecdh.getPublicKey()
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const seed = derive(ecdh.computeSecret(theirs), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(seed, secrets.salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(seed, secrets.salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES })
  // The delimiter 2 marks the last record.
  const body = Buffer.concat([cipher.update(plain), cipher.update(Buffer.from([2])), cipher.final()])

  const head = Buffer.alloc(5)
  head.writeUInt32BE(RECORD_BYTES)
  head.writeUInt8(ours.length, 4)
  return Buffer.concat([secrets.salt, head, ours, body, cipher.getAuthTag()])
}

function freshSecrets(): { salt: Buffer; privateKey: Buffer | null } {
  return { salt: randomBytes(16), privateKey: null }
}
