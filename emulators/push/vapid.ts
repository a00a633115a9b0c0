/** Voluntary identification of the sender (RFC 8292): `Authorization: vapid t=<JWT>, k=<public key>`. */
import { importJWK, jwtVerify } from 'jose'

const LONGEST_LIFE_SECONDS = 24 * 3600

/** Null when all is well, else what is wrong. `serverKey` is the key that the browser subscribed with. */
export async function judgeVapid(
  header: string | undefined,
  audience: string,
  serverKey: string,
): Promise<string | null> {
  const parts = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header ?? '')
  if (parts === null) return 'The sender does not say who it is.'
  const [, token = '', key = ''] = parts
  if (key !== serverKey) return 'The browser has subscribed with another key.'
  try {
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      audience,
      algorithms: ['ES256'],
      requiredClaims: ['exp', 'sub'],
    })
    if (Number(payload.exp) > Date.now() / 1000 + LONGEST_LIFE_SECONDS)
      return 'The token lives for more than a day.'
    return /^(mailto:|https:)/.test(String(payload.sub)) ? null : 'The token names no contact.'
  } catch (fault) {
    return `The token is not valid: ${(fault as Error).message}`
  }
}
