/**
 * Holds what the product and the emulators said to each other against the vendors' own descriptions, reduced to what we
 * call: the Banco Central's API Pix 2.9.0 (Apache-2.0), Stripe's OpenAPI of API version 2023-08-16 (MIT), Pinata's and Bunny
 * Stream's OpenAPI 1.0.0, SEFIN Nacional's calls of service invoices (its layout of 9 February 2026 is held by the emulator). Texts and examples were removed, and references that may be expanded are strings.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv } from 'ajv'

/** As emulators/exchanges.ts records it: `answer` is null where a message was sent to the product. */
export type Exchange = {
  method: string
  path: string
  type: string
  body: string
  answer: { status: number; body: string } | null
}

type Schema = { [key: string]: unknown }
type Operation = {
  requestBody?: { content?: Record<string, { schema: Schema }> } & { $ref?: string }
  responses: Record<string, { content?: Record<string, { schema: Schema }>; $ref?: string }>
}
type Description = { paths: Record<string, Record<string, Operation>>; components: Schema }

/** Where each vendor's calls begin below the emulators' origin. */
const VENDORS = {
  stripe: /^\/stripe(?=\/v1\/)/,
  pix: /^\/pix\/v2(?=\/(cob|webhook)\/)/,
  pinata: /^\/ipfs(?=\/(pinning|data)\/)/,
  bunny: /^\/video(?=\/library\/)/,
  nfse: /^\/invoices(?=\/(nfse|dps)\b)/,
} as const
type Vendor = keyof typeof VENDORS

/** Refusals and scripted faults are described loosely or not at all. */
const isJudged = (status: number) => status < 400

const descriptions = Object.fromEntries(
  Object.keys(VENDORS).map((name) => {
    const text = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')
    return [name, JSON.parse(text) as Description]
  }),
) as Record<Vendor, Description>

// Formats beyond JSON Schema's are the vendors' hints.
const OPTIONS = { strict: false, validateFormats: false, allErrors: true }
const ofJson = new Ajv(OPTIONS)
/** Forms carry everything as text. */
const ofForms = new Ajv({ ...OPTIONS, coerceTypes: true })
for (const [name, description] of Object.entries(descriptions))
  for (const ajv of [ofJson, ofForms]) ajv.addSchema(fromOpenApi(description), name)

/** OpenAPI 3.0 says `nullable` also beside `enum`, `anyOf` and `$ref`, where JSON Schema has no such word. */
function fromOpenApi(value: unknown): Schema {
  return JSON.parse(JSON.stringify(value), (_key, each) => {
    if (each?.nullable !== true) return each
    const { nullable: _, ...rest } = each
    return { anyOf: [rest, { type: 'null' }] }
  })
}

/** What a recording holds; nothing where nothing was said. */
export async function readExchanges(file: string): Promise<Exchange[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Exchange)
}

/** What each of them has that its vendor's description has not; empty when all is well. */
export function faultsOf(exchanges: readonly Exchange[]): string[] {
  return [...new Set(exchanges.flatMap((exchange) => faults(exchange)))]
}

/** How many of them a description speaks of. */
export function judgedAmong(exchanges: readonly Exchange[]): number {
  return exchanges.filter((exchange) => exchange.answer === null || find(exchange) !== null).length
}

function faults(exchange: Exchange): string[] {
  if (exchange.answer === null) return messageFaults(exchange)
  const found = find(exchange)
  if (!found || !isJudged(exchange.answer.status)) return []
  const { vendor, pointer, operation, name } = found
  const asked = contentOf(operation.requestBody, `${pointer}/requestBody`, vendor)
  const told = operation.responses[String(exchange.answer.status)] ?? operation.responses.default
  if (!told) return [`${name} answered ${exchange.answer.status}, which is not described`]
  const where = operation.responses[String(exchange.answer.status)] ? exchange.answer.status : 'default'
  const answered = contentOf(told, `${pointer}/responses/${where}`, vendor)
  return [
    ...(asked && exchange.body !== '' ? checkBody(asked, exchange, `${name} was asked`) : []),
    ...(answered ? check(answered, JSON.parse(exchange.answer.body), `${name} answered`) : []),
  ]
}

/** What emulators send to the product: events of Stripe, and receipts of the API Pix. */
function messageFaults({ path, body }: Exchange): string[] {
  const message = JSON.parse(body)
  if (path.startsWith('/webhooks/stripe')) {
    const { object } = message.data.object as { object: string }
    return [
      ...check('stripe#/components/schemas/event', message, `event ${message.type}`),
      ...check(`stripe#/components/schemas/${object}`, message.data.object, `${message.type}: its ${object}`),
    ]
  }
  if (!Array.isArray(message.pix)) return []
  return message.pix.flatMap((receipt: unknown) =>
    check('pix#/components/schemas/Pix', receipt, 'webhook of PIX'),
  )
}

function find({ method, path }: Exchange) {
  for (const [vendor, prefix] of Object.entries(VENDORS) as [Vendor, RegExp][]) {
    if (!prefix.test(path)) continue
    const rest = path.replace(prefix, '').replace(/\?.*$/, '')
    for (const [template, operations] of Object.entries(descriptions[vendor].paths)) {
      const operation = operations[method.toLowerCase()]
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`)
      if (!operation || !pattern.test(rest)) continue
      const escaped = template.replaceAll('~', '~0').replaceAll('/', '~1')
      const pointer = `#/paths/${encodeURIComponent(escaped)}/${method.toLowerCase()}`
      return { vendor, operation, pointer, name: `${vendor} ${method} ${template}` }
    }
  }
  return null
}

type Content = { content?: Record<string, { schema: Schema }>; $ref?: string } | undefined

/** The address of the schema of what is said there, whatever its media type. */
function contentOf(said: Content, pointer: string, vendor: Vendor): string | null {
  if (said?.$ref) {
    const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(said.$ref) ?? []
    const named = descriptions[vendor].components[kind] as Record<string, Content>
    return contentOf(named[name], said.$ref, vendor)
  }
  const [type] = Object.keys(said?.content ?? {})
  if (!type) return null
  return `${vendor}${pointer}/content/${encodeURIComponent(type.replaceAll('/', '~1'))}/schema`
}

function checkBody(schema: string, { type, body }: Exchange, what: string): string[] {
  return type.startsWith('application/x-www-form-urlencoded')
    ? check(schema, fromForm(body), what, ofForms)
    : check(schema, JSON.parse(body), what)
}

function check(schema: string, value: unknown, what: string, ajv = ofJson): string[] {
  const validate = ajv.getSchema(schema)
  if (!validate) throw new Error(`${schema} is in no description`)
  if (validate(value)) return []
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [what, instancePath, message, JSON.stringify(params)].join(' '),
  )
}

/** `a[b][0]=c` as Stripe's forms nest values. */
function fromForm(text: string): unknown {
  const whole: Record<string, unknown> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key) => key !== '')
    let place = whole
    for (const key of keys.slice(0, -1)) {
      place[key] ??= {}
      place = place[key] as Record<string, unknown>
    }
    place[keys.at(-1) ?? ''] = value
  }
  return toLists(whole)
}

/** Objects whose keys are 0, 1, 2 … are lists. */
function toLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, each]) => [key, toLists(each)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}
