/** The browser's side of a push message: the keys it subscribes with, and decrypting what came (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export type PushBrowser = ReturnType<typeof createPushBrowser>

export function createPushBrowser(given?: { privateKey: string; auth: string }) {
  const ecdh = createECDH('prime256v1')
  if (given) ecdh.setPrivateKey(Buffer.from(given.privateKey, 'base64url'))
  else ecdh.generateKeys()
  const auth = given ? Buffer.from(given.auth, 'base64url') : randomBytes(16)
  return {
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Throws when the message was not encrypted for this browser, or was altered. */
    read(message: Buffer): string {
      const salt = message.subarray(0, 16)
      const keyLength = message.readUInt8(20)
      const sender = message.subarray(21, 21 + keyLength)
      const body = message.subarray(21 + keyLength)
      const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, bytes))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
      const seed = derive(ecdh.computeSecret(sender), auth, info, 32)
      const key = derive(seed, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(seed, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
      const delimiter = plain.lastIndexOf(2)
      return plain.subarray(0, delimiter).toString('utf8')
    },
  }
}
