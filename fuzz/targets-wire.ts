/** What no HTTP client sends: broken chunks, halves of requests, abused heads, requests in a row, websockets that are none. */
import fc, { type Arbitrary } from 'fast-check'
import type { Facts } from './facts.ts'
import { heads } from './heads.ts'
import type { Ending, Sent, Target } from './input.ts'
import { socketBytes } from './socket-bytes.ts'

/** In its place stand the caller's own headers, and where they call from. */
export const CALLER = '{caller}'

const paths = ({ uids }: Facts) => [
  '/rest/v1/projects?select=uid',
  '/rest/v1/users',
  '/rest/v1/rpc/user_exists',
  '/auth/v1/token?grant_type=password',
  '/auth/v1/signup',
  '/auth/v1/user',
  '/storage/v1/object/images/profile/a.png',
  '/storage/v1/object/list/images',
  '/api/v1/balance',
  '/api/v1/buy-token-balance',
  `/api/v1/play?uid=${uids[0]}`,
  '/health',
]
/** Read, they are pages. */
const ONLY_WRITTEN = ['/webhooks/pix', '/webhooks/stripe', '/realtime/v1/api/broadcast']
const JSON_TYPE = 'Content-Type: application/json\r\n'
const BODY = '{"email":"fan-1@tune.test","password":"Right-1-password"}'

const ENDING = fc.constantFrom<Ending>('finish', 'reset')

/** A target for each way in which the wire is abused. */
export function wireTargets({ facts, hasPages }: { facts: Facts; hasPages: boolean }): Target[] {
  const path = fc.constantFrom(...paths(facts), ...(hasPages ? ONLY_WRITTEN : []))
  const target = (name: string, sent: Arbitrary<Sent>): Target => ({
    door: 'wire',
    name,
    method: 'POST',
    sent,
  })
  return [
    target('chunks', chunked(path)),
    target('half', half(path)),
    target('head', heads(path, CALLER, hasPages)),
    target('in a row', inARow(path)),
    target('websocket', socketBytes(CALLER)),
  ]
}

const request = (method: string, path: string, headers: string, body = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: tune.test\r\n${CALLER}${headers}\r\n${body}`

const SIZES = [
  '-1',
  'ffffffffffffffff',
  '100000000000000000',
  '0x5',
  '5 ',
  ' 5',
  '+5',
  '5;a=b',
  `5;${'x'.repeat(20_000)}`,
  '5\r',
  '05',
  'g',
  '',
  '7fffffff',
  '0',
]
const CHUNK_ENDS = ['\r\n', '\n', '\r', '', 'x\r\n', '\r\n\r\n']
const LAST_CHUNKS = [
  '0\r\n\r\n',
  '0\r\n',
  '',
  '00000\r\n\r\n',
  '0\r\nContent-Length: 5\r\nAuthorization: Bearer a\r\n\r\n',
  `0\r\n${'a: b\r\n'.repeat(3000)}\r\n`,
  '0\r\n\r\nGET /health HTTP/1.1\r\n\r\n',
]

function chunked(path: Arbitrary<string>): Arbitrary<Sent> {
  const right = fc.string({ maxLength: 20 }).map((text) => {
    const bytes = Buffer.from(text).toString('latin1')
    return `${bytes.length.toString(16)}\r\n${bytes}\r\n`
  })
  const wrong = fc
    .tuple(fc.constantFrom(...SIZES), fc.constantFrom('hello', BODY, ''), fc.constantFrom(...CHUNK_ENDS))
    .map(([size, data, end]) => `${size}\r\n${data}${end}`)
  const codings = fc.constantFrom(
    'chunked',
    'Chunked',
    'chunked, chunked',
    'gzip, chunked',
    'chunked, gzip',
    'identity',
    'xchunked',
    '\x0bchunked',
    'chunked\r\nContent-Length: 3',
    'chunked\r\nTransfer-Encoding: identity',
  )
  return fc
    .record({
      path,
      coding: fc.oneof({ weight: 3, arbitrary: fc.constant('chunked') }, { weight: 1, arbitrary: codings }),
      chunks: fc.array(
        fc.oneof(
          { weight: 2, arbitrary: right },
          { weight: 1, arbitrary: wrong },
          { weight: 1, arbitrary: fc.constant(`${BODY.length.toString(16)}\r\n${BODY}\r\n`) },
        ),
        { maxLength: 5 },
      ),
      last: fc.constantFrom(...LAST_CHUNKS),
      ending: ENDING,
    })
    .map(({ path, coding, chunks, last, ending }) => ({
      path,
      ending,
      body: request('POST', path, `${JSON_TYPE}Transfer-Encoding: ${coding}\r\n`, chunks.join('') + last),
    }))
}

/** A whole request that stops anywhere. */
function half(path: Arbitrary<string>): Arbitrary<Sent> {
  return fc
    .record({
      path,
      method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
      claimed: fc.constantFrom(0, 1, 100, 5000, 1_000_000),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      ending: ENDING,
    })
    .map(({ path, method, claimed, at, ending }) => {
      const whole = request(method, path, `${JSON_TYPE}Content-Length: ${BODY.length + claimed}\r\n`, BODY)
      return { path, ending, body: whole.slice(0, Math.ceil(whole.length * at)) }
    })
}

/** Sent in one go. Each is answered, in its turn and once: what stands in a body is no request. */
function inARow(path: Arbitrary<string>): Arbitrary<Sent> {
  const inside = 'GET /health HTTP/1.1\r\nHost: tune.test\r\n\r\n'
  const one = fc
    .record({ path, kind: fc.constantFrom('read', 'write', 'chunks', 'a request as its body') })
    .map(({ path, kind }) => (more: string) => {
      if (kind === 'read') return request('GET', path, more)
      if (kind === 'write')
        return request('POST', path, `${JSON_TYPE}Content-Length: ${BODY.length}\r\n${more}`, BODY)
      if (kind === 'chunks')
        return request(
          'POST',
          path,
          `${JSON_TYPE}Transfer-Encoding: chunked\r\n${more}`,
          `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
        )
      return request(
        'POST',
        path,
        `Content-Type: text/plain\r\nContent-Length: ${inside.length}\r\n${more}`,
        inside,
      )
    })
  return fc.array(one, { minLength: 1, maxLength: 30 }).map((requests) => ({
    path: '/',
    ending: 'wait',
    most: requests.length,
    body: requests
      .map((make, at) => make(at === requests.length - 1 ? 'Connection: close\r\n' : ''))
      .join(''),
  }))
}
