/**
 * Holds what the product and the emulators said to each other against the vendors' own descriptions, reduced to what we
 * call: the Banco Central's API Pix 2.9.0 (Apache-2.0), Stripe's OpenAPI (MIT) with what has changed up to the version that its
 * package pins, Pinata's and Bunny Stream's OpenAPI 1.0.0, SEFIN Nacional's calls of service invoices (its layout of 9 February
 * 2026 is held by the emulator). Texts and examples were removed, and references that may be expanded are strings.
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
type Parameter = { in: string; name: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content?: Record<string, { schema: Schema }> } & { $ref?: string }
  responses: Record<string, { content?: Record<string, { schema: Schema }>; $ref?: string }>
  /** Ours: a schema of the query as a whole. */
  query?: Schema
}
type Description = { paths: Record<string, Record<string, Operation>>; components: Schema }

/** Where each vendor's calls begin below the emulators' origin. */
const VENDORS = {
  stripe: /^\/stripe(?=\/)/,
  pix: /^\/pix(\/v2)?(?=\/)/,
  pinata: /^\/ipfs(?=\/)/,
  bunny: /^\/video(?=\/)/,
  nfse: /^\/invoices(?=\/)/,
} as const
type Vendor = keyof typeof VENDORS

/** Calls that no description has: the token (RFC 6749), Efí's payouts, IPFS's own gateway, the pages of Stripe's script. */
const ASIDE = [/^\/pix\/oauth\/token$/, /^\/pix\/v[23]\/gn\/pix\//, /^\/ipfs\/ipfs\//, /^\/stripe\/v3\//]

const descriptions = Object.fromEntries(
  Object.keys(VENDORS).map((name) => {
    const text = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')
    return [name, withQueries(JSON.parse(text) as Description)]
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

/** Beside each operation a schema of its query. A parameter without a place in the query is one of the path. */
function withQueries(description: Description): Description {
  for (const operations of Object.values(description.paths))
    for (const operation of Object.values(operations)) {
      const asked = (operation.parameters ?? []).filter((each) => each.in === 'query')
      operation.query = {
        type: 'object',
        additionalProperties: false,
        required: asked.filter(({ required }) => required).map(({ name }) => name),
        properties: Object.fromEntries(asked.map(({ name, schema }) => [name, schema])),
      }
    }
  return description
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
  if (!found) return isUnknown(exchange) ? [`${exchange.method} ${exchange.path} is in no description`] : []
  const { vendor, pointer, operation, name } = found
  const { status, body } = exchange.answer
  const told = operation.responses[String(status)] ?? operation.responses.default
  // Scripted faults, and refusals that a vendor tells of in words alone.
  if (!told) return status < 400 ? [`${name} answered ${status}, which is not described`] : []
  const where = operation.responses[String(status)] ? status : 'default'
  const answered = contentOf(told, `${pointer}/responses/${where}`, vendor)
  return [
    // What was refused may be wrong.
    ...(status < 400 ? askedFaults(exchange, found) : []),
    ...(answered ? check(answered, JSON.parse(body), `${name} answered ${status}`) : []),
  ]
}

function askedFaults(exchange: Exchange, { vendor, pointer, operation, name }: Found): string[] {
  const asked = contentOf(operation.requestBody, `${pointer}/requestBody`, vendor)
  const query = fromForm(exchange.path.replace(/^[^?]*\??/, ''))
  return [
    ...check(`${vendor}${pointer}/query`, query, `${name} was asked in its address`, ofForms),
    ...(asked && exchange.body !== '' ? checkBody(asked, exchange, `${name} was asked`) : []),
  ]
}

/** A call to a vendor, beside those whose calls are described elsewhere. */
const isUnknown = ({ path }: Exchange) =>
  Object.values(VENDORS).some((prefix) => prefix.test(path)) && !ASIDE.some((aside) => aside.test(path))

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

type Found = NonNullable<ReturnType<typeof find>>
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
