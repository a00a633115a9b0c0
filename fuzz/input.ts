/** An input: one request as it goes over the wire, and how it is spoilt on the way there. */
import fc, { type Arbitrary } from 'fast-check'
import { badWord } from './values.ts'

export const DOORS = ['rest', 'auth', 'storage', 'realtime', 'api', 'webhooks', 'pages', 'wire'] as const
export type Door = (typeof DOORS)[number]
/** How a connection is left once its bytes are written: no more is sent, it is torn down, or the server has to close it. */
export type Ending = 'finish' | 'reset' | 'wait'

export type Input = {
  door: Door
  /** The operation it is meant for. */
  target: string
  method: string
  /** With its query, encoded. */
  path: string
  headers: Record<string, string>
  /** On the wire: every byte that is sent, as Latin-1. */
  body: string | null
  ending?: Ending
  /** The requests that the bytes are: so many answers, and no more. */
  most?: number
}

/** What an operation is sent when all goes well. */
export type Sent = Pick<Input, 'path' | 'ending' | 'most'> & {
  body?: string | null
  headers?: Record<string, string>
  method?: string
}
export type Target = { door: Door; name: string; method: string; sent: Arbitrary<Sent> }

const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'text/csv',
  'image/png',
  'application/vnd.pgrst.object+json',
  'application/json; charset=utf-16',
  '/',
]
const HEADERS: readonly [name: string, values: readonly string[]][] = [
  ['content-type', TYPES],
  ['accept', [...TYPES, '*/*', 'text/event-stream', 'application/vnd.pgrst.plan+json', ';q=9']],
  [
    'prefer',
    [
      'return=representation',
      'count=exact',
      'tx=rollback',
      'max-affected=0',
      'missing=default, return=x',
      'handling=strict, a=b',
    ],
  ],
  ['range', ['0-0', 'bytes=0-', 'bytes=9-1', '-5', '0-99999999999999999999', 'bytes=0-1,3-4']],
  ['range-unit', ['items', 'bytes', '']],
  ['accept-profile', ['public', 'auth', 'private', "'"]],
  ['content-profile', ['public', 'ledger', '']],
  ['idempotency-key', ['a', 'b'.repeat(300), '\u00ff']],
  ['accept-language', ['en', 'pt-BR,en;q=0.1', '*;q=x', ','.repeat(500)]],
  ['authorization', ['Bearer', 'Bearer a.b.c', 'Basic Og==', 'Bearer eyJhbGciOiJub25lIn0.e30.']],
  ['cookie', ['a=b', '='.repeat(200)]],
  ['if-none-match', ['*', '"x"']],
  ['if-modified-since', ['now', '0']],
  ['x-upsert', ['true', '1']],
  ['x-metadata', ['e30=', '%%%', 'bnVsbA==']],
  ['content-encoding', ['gzip', 'br', 'x']],
  ['x-forwarded-host', ['evil.test']],
  ['origin', ['https://evil.test', 'null']],
]
const strangeHeader = fc
  .constantFrom(...HEADERS)
  .chain(([name, values]) => fc.constantFrom(...values).map((value) => ({ [name]: value })))

/** Ways to spoil the text of a body. */
const spoil: Arbitrary<(body: string) => string> = fc.oneof(
  fc.nat(200).map((at) => (body: string) => body.slice(0, at)),
  fc.constant((body: string) => `[${body}]`),
  fc.constant((body: string) => `${body}${body}`),
  fc.constant((body: string) =>
    body.replace('{', '{"__proto__":{"role":"admin"},"constructor":{"prototype":{}},'),
  ),
  fc.constant((body: string) => body.replace(/("\w+":)/, '$1null,$1')),
  fc.constant((body: string) => body.replace(/"([^"]*)"/, '"\\ud800\\u0000$1"')),
  fc.constant((body: string) => body.replace(/:\s*("[^"]*"|\d+)/, ':1e999')),
  fc.constant((body: string) => `\ufeff${body}`),
  fc.constantFrom(500, 20_000).map((depth) => () => '{"a":['.repeat(depth)),
  fc.constant(() => `{"a":"${'x'.repeat(1_500_000)}"}`),
  badWord.map((word) => () => word),
  fc.string({ unit: 'binary', maxLength: 200 }).map((noise) => () => noise),
)

const BROKEN_ENDS = [
  '%',
  '%zz',
  '%ff%fe',
  '%00',
  '?%',
  '?a[]=%c3%28',
  '&select=',
  '?&&==',
  '/..%2f..%2f',
  '//',
  '#x',
  '?apikey=x',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY']
const KEEP = fc.constant(null)
/** `change` once in so many, and null otherwise. */
const sometimes = <Value>(change: Arbitrary<Value>, weight: number): Arbitrary<Value | null> =>
  fc.oneof({ weight, arbitrary: KEEP }, { weight: 1, arbitrary: change })

const MADE = new WeakMap<Target, Arbitrary<Input>>()

/** Inputs for `target`: what it expects, spoilt now and then. */
export function inputFor(target: Target): Arbitrary<Input> {
  const made = MADE.get(target) ?? makeInputs(target)
  MADE.set(target, made)
  return made
}

function makeInputs(target: Target): Arbitrary<Input> {
  const { door, name, method } = target
  // Broken by themselves.
  if (door === 'wire')
    return target.sent.map((sent) => ({ door, target: name, method, headers: {}, body: null, ...sent }))
  return fc
    .record({
      sent: target.sent,
      spoil: sometimes(spoil, 5),
      header: sometimes(strangeHeader, 2),
      second: sometimes(strangeHeader, 8),
      method: sometimes(fc.constantFrom(...METHODS), 20),
      end: sometimes(fc.constantFrom(...BROKEN_ENDS), 15),
    })
    .map(({ sent, spoil, header, second, method, end }) => {
      const { path, body = null, headers = {} } = sent
      return {
        door: target.door,
        target: target.name,
        method: method ?? sent.method ?? target.method,
        path: path + (end ?? ''),
        headers: { ...headers, ...header, ...second },
        body: body !== null && spoil ? spoil(body) : body,
      }
    })
}

/** The input as a line for a shell. */
export function asCurl(input: Input, origin: string): string {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  if (input.door === 'wire')
    return `node -e ${quote(`require('net').connect(${new URL(origin).port}).end(${JSON.stringify(input.body)}, 'latin1').pipe(process.stdout)`)}`
  const headers = Object.entries(input.headers).map(([name, value]) => ` -H ${quote(`${name}: ${value}`)}`)
  const body = input.body === null ? '' : ` --data-binary ${quote(input.body.slice(0, 2000))}`
  return `curl --path-as-is -X ${input.method}${headers.join('')}${body} ${quote(origin + input.path)}`
}
