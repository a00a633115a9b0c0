/** Heads of requests as no client writes them. */
import fc, { type Arbitrary } from 'fast-check'
import type { Ending, Sent } from './input.ts'

const LINES = [
  'Host: evil.test',
  'Content-Length: -1',
  'Content-Length: +5',
  'Content-Length: 5, 5',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 1e3',
  'Content-Length: 99999999999999999999',
  'Content-Length : 0',
  'Transfer-Encoding : chunked',
  'A: b\r\n folded',
  'A: b\nC: d',
  'A: \u0000',
  'A: \u007f\u0080\u00ff',
  '\u00e9: b',
  ': nothing',
  'nothing',
  'A\tB: c',
  'Expect: 100-continue',
  'Expect: the worst',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAA',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13',
  'Connection: close, keep-alive, authorization',
  'Connection: keep-alive\r\nKeep-Alive: timeout=99999',
  'X-Forwarded-For: 1.1.1.1, , unknown, [::1]:99999',
  'X-Forwarded-For: 127.0.0.1',
  'Forwarded: for=127.0.0.1',
  'X-Http-Method-Override: DELETE',
  'Authorization: Bearer a\r\nAuthorization: Bearer b',
  `Authorization: Bearer ${'a.'.repeat(7000)}`,
  `A: ${'x'.repeat(100_000)}`,
  `Cookie: ${'a=b; '.repeat(2500)}`,
  Array.from({ length: 2500 }, (_, n) => `H${n}: 1`).join('\r\n'),
  `Accept: ${'a/b;q=0.1,'.repeat(1200)}*/*`,
  `Prefer: ${'count=exact,'.repeat(1000)}`,
  `Range: bytes=${'0-1,'.repeat(1000)}2-3`,
  `Accept-Language: ${'pt-BR;q=0.1,'.repeat(1000)}en`,
  `X-Metadata: ${'e30='.repeat(2500)}`,
]
const FIRST_LINES: readonly ((path: string) => string)[] = [
  (path) => `GET http://tune.test${path} HTTP/1.1`,
  (path) => `GET http://[::1${path} HTTP/1.1`,
  (path) => `GET ${path} HTTP/1.0`,
  (path) => `GET ${path} HTTP/0.9`,
  (path) => `GET ${path} HTTP/2.0`,
  (path) => `GET ${path} HTTP/1.1.1`,
  (path) => `GET ${path}`,
  (path) => `get ${path} HTTP/1.1`,
  (path) => `G\u0000T ${path} HTTP/1.1`,
  (path) => ` GET ${path} HTTP/1.1`,
  (path) => `\r\n\r\nGET ${path} HTTP/1.1`,
  (path) => `GET ${path}#x HTTP/1.1`,
  (path) => `GET ${path}\u0001 HTTP/1.1`,
  (path) => `GET ${path}\u00e9\u00ff HTTP/1.1`,
  (path) => `GET ${path}?${'a'.repeat(20_000)} HTTP/1.1`,
  (path) => `GET ${path}?${'a=b&'.repeat(3500)} HTTP/1.1`,
  (path) => `TRACE ${path} HTTP/1.1`,
  () => 'CONNECT 127.0.0.1:5432 HTTP/1.1',
  () => 'GET  HTTP/1.1',
  () => 'PRI * HTTP/2.0',
  () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
]

/** Past the doors, to a page. */
const ELSEWHERE: readonly ((path: string) => string)[] = [
  (path) => `GET //evil.test${path} HTTP/1.1`,
  () => 'OPTIONS * HTTP/1.1',
  () => 'GET * HTTP/1.1',
]

/** `caller` stands for the headers of whoever sends it. */
export function heads(path: Arbitrary<string>, caller: string, hasPages: boolean): Arbitrary<Sent> {
  const lines = hasPages ? [...FIRST_LINES, ...ELSEWHERE] : FIRST_LINES
  const first = fc.oneof(
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('GET', 'POST', 'HEAD')
        .map((method) => (at: string) => `${method} ${at} HTTP/1.1`),
    },
    { weight: 1, arbitrary: fc.constantFrom(...lines) },
  )
  return fc
    .record({
      path,
      first,
      lines: fc.array(fc.constantFrom(...LINES), { maxLength: 3 }),
      host: fc.constantFrom('Host: tune.test\r\n', 'Host: tune.test\r\n', 'Host: \r\n', 'Host: a b\r\n', ''),
      ending: fc.constantFrom<Ending>('finish', 'reset'),
    })
    .map(({ path, first, lines, host, ending }) => ({
      path,
      ending,
      body: `${first(path)}\r\n${host}${caller}${lines.map((line) => `${line}\r\n`).join('')}Connection: close\r\n\r\n`,
    }))
}
