/** Signature version 4 in the Authorization header, checked as S3 checks it. */
import { createHash, createHmac } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'
import { Refusal } from './refusal.ts'

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string }
export type SignedRequest = {
  method: string
  url: URL
  headers: Headers
  body: Buffer
}

/** How far the clocks of caller and store may be apart. */
const MOST_SKEW_MS = 15 * 60_000
const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/

/** Throws the Refusal that S3 answers with. Addresses signed beforehand are not offered. */
export function checkSignature(request: SignedRequest, keys: Keys, now = Date.now()): void {
  const { headers, url } = request
  const given = headers.get('authorization')
  if (url.searchParams.has('X-Amz-Signature'))
    throw new Refusal('NotImplemented', 'Signed addresses are not offered.')
  if (!given) throw new Refusal('AccessDenied', 'Access Denied')
  const [, accessKeyId, day, region, signedHeaders = '', signature = ''] = AUTHORIZATION.exec(given) ?? []
  if (!accessKeyId || !day || !region)
    throw new Refusal('AuthorizationHeaderMalformed', 'The authorization header is malformed.')
  if (region !== keys.region) {
    throw new Refusal(
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${keys.region}'`,
    )
  }
  if (accessKeyId !== keys.accessKeyId)
    throw new Refusal(
      'InvalidAccessKeyId',
      'The AWS Access Key Id you provided does not exist in our records.',
    )
  const time = checkTime(headers, day, now)
  checkSignedHeaders(headers, signedHeaders.split(';'))
  const bodyDigest = headers.get('x-amz-content-sha256') ?? ''
  const expected = signatureOf(request, signedHeaders, { ...keys, service: 's3', time, day, bodyDigest })
  if (!isSameSecret(signature, expected)) {
    throw new Refusal(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    )
  }
  checkBody(headers, request.body)
}

function checkTime(headers: Headers, day: string, now: number): string {
  const time = headers.get('x-amz-date') ?? ''
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  if (!y) throw new Refusal('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  if (!time.startsWith(day))
    throw new Refusal(
      'AuthorizationHeaderMalformed',
      'The authorization header is malformed; Invalid credential date.',
    )
  if (Math.abs(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) - now) > MOST_SKEW_MS) {
    throw new Refusal(
      'RequestTimeTooSkewed',
      'The difference between the request time and the current time is too large.',
    )
  }
  return time
}

/** The host and whatever the store acts upon has to be signed. */
function checkSignedHeaders(headers: Headers, signed: string[]): void {
  const needed = ['host', 'content-md5', ...[...headers.keys()].filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => headers.has(name) && !signed.includes(name)))
    throw new Refusal('AccessDenied', 'There were headers present in the request which were not signed')
}

function checkBody(headers: Headers, body: Buffer): void {
  const sum = headers.get('x-amz-content-sha256')
  if (!sum)
    throw new Refusal('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  if (sum === 'UNSIGNED-PAYLOAD') return
  if (sum.startsWith('STREAMING-'))
    throw new Refusal('NotImplemented', 'Bodies in signed parts are not offered.')
  if (sum !== createHash('sha256').update(body).digest('hex')) {
    throw new Refusal(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    )
  }
}

type Scope = Pick<Keys, 'secretAccessKey' | 'region'> & {
  service: string
  time: string
  day: string
  bodyDigest: string
}

/** What the caller's signature has to be. */
export function signatureOf(
  { method, url, headers }: Omit<SignedRequest, 'body'>,
  signedHeaders: string,
  { secretAccessKey, region, service, time, day, bodyDigest }: Scope,
): string {
  const values = signedHeaders
    .split(';')
    .map((name) => `${name}:${(headers.get(name) ?? '').trim().replace(/\s+/g, ' ')}\n`)
  const canonical = [
    method,
    url.pathname
      .split('/')
      .map((part) => encode(decodeURIComponent(part)))
      .join('/'),
    canonicalQuery(url),
    values.join(''),
    signedHeaders,
    bodyDigest,
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = [region, service, 'aws4_request'].reduce<Buffer>(
    hmac,
    hmac(Buffer.from(`AWS4${secretAccessKey}`), day),
  )
  return hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`).toString('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function canonicalQuery(url: URL): string {
  return [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

/** RFC 3986: letters, digits and -._~ stay. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
