/**
 * Sends messages for browsers to their push services (RFC 8030), signed with the platform's key (VAPID, RFC 8292).
 */
import { importJWK, SignJWT } from 'jose'
import type { Env } from '../../env.ts'
import { encryptPush, isUsable, type PushKeys } from './push-encryption.ts'
import { readRetryAfter } from './retry-after.ts'

type PushMessage = {
  text: string
  /** Seconds after which the push service need not deliver it any more. */
  ttl: number
  urgency: 'normal' | 'high'
  /** Replaces an undelivered message of the same topic; at most 32 characters of base64url. */
  topic: string
}
export type PushService = {
  /** The key that browsers subscribe with; null when the platform has none, and nothing is pushed. */
  publicKey: string | null
  /**
   * Whether we may send there. The address comes from a browser, and must not direct our requests to anything but a
   * push service.
   */
  accepts: (endpoint: string, keys: PushKeys) => boolean
  /**
   * `gone`: the subscription is dead. `after`: the service is busy and says when to try again. Throws when it refused
   * without saying so.
   */
  send: (
    endpoint: string,
    keys: PushKeys,
    message: PushMessage,
  ) => Promise<'accepted' | 'gone' | { after: Date }>
}

const PATIENCE_MS = 10_000
const TOKEN_LIFE = '12h'

export function createPushService(env: Env): PushService {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (!publicKey || !privateKey) {
    return { publicKey: null, accepts: () => false, send: async () => 'accepted' }
  }
  // With the first message: keys that do not belong together fail it, and not the process.
  let key: ReturnType<typeof importJWK> | undefined
  const loadKey = () => {
    key ??= importJWK(jwkOf(publicKey, privateKey), 'ES256')
    return key
  }
  return {
    publicKey,
    accepts: (endpoint, keys) => isOneOf(env.PUSH_SERVICES, endpoint) && isUsable(keys),
    async send(endpoint, keys, message) {
      // The operator may have removed a service since.
      if (!isOneOf(env.PUSH_SERVICES, endpoint)) return 'gone'
      const token = await new SignJWT({ sub: env.VAPID_SUBJECT })
        .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
        .setAudience(new URL(endpoint).origin)
        .setExpirationTime(TOKEN_LIFE)
        .sign(await loadKey())
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: `vapid t=${token}, k=${publicKey}`,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(message.ttl),
          urgency: message.urgency,
          topic: message.topic,
        },
        body: new Uint8Array(encryptPush(message.text, keys)),
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 410) return 'gone'
      if (answer.ok) return 'accepted'
      const after = readRetryAfter(answer.headers.get('retry-after'), Date.now())
      if (after) return { after }
      throw new Error(`${new URL(endpoint).host} answered ${answer.status} to a push message`)
    },
  }
}

/** `services` are origins; in `https://*.example.org` the star stands for one or more labels. */
function isOneOf(services: readonly string[], endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { origin, protocol, host, username, password } = new URL(endpoint)
  if (username || password) return false
  return services.some((service) => {
    const [scheme, suffix] = service.split('//*.')
    if (suffix === undefined) return service === origin
    return protocol === scheme && host.endsWith(`.${suffix}`)
  })
}

/** Both keys as RFC 8292 writes them: the uncompressed point and the number, in base64url. */
function jwkOf(publicKey: string, privateKey: string) {
  const point = Buffer.from(publicKey, 'base64url')
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
    d: privateKey,
  }
}
