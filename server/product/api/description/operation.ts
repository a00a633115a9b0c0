/** The words in which an endpoint is described; the document is made of them by openapi.ts. */
import type { GenericSchema } from 'valibot'
import type { Refusal } from '#domain/refusal.ts'
import wire from './wire-schemas.json' with { type: 'json' }

export type JsonSchema = { [keyword: string]: unknown }
/** Whose request is answered: everybody's, a fan's with an access token, an administrator's. */
export type Caller = 'anyone' | 'fan' | 'admin'
/** In the order in which they are told. */
export const SECTIONS = ['market', 'auction', 'wallet', 'access', 'account', 'service', 'admin'] as const
type Section = (typeof SECTIONS)[number]

export type Parameter = { description: string; schema: JsonSchema; required?: true }

export type Operation = {
  method: 'get' | 'post'
  /** Below /api/v1, with `{names}` for what stands in the address. */
  path: string
  section: Section
  caller: Caller
  summary: string
  query?: Readonly<Record<string, Parameter>>
  /** True where an `Idempotency-Key` makes repeating it safe. */
  key?: true
  /** The endpoint's own schema. */
  body?: GenericSchema | JsonSchema
  answer: { status?: 201; type?: string; schema: JsonSchema }
  /** Beside those that every endpoint of its caller has. */
  refusals?: readonly Refusal[]
}

export const nothing: JsonSchema = { type: 'null' }
export const truth: JsonSchema = { const: true }
export const uid: JsonSchema = { type: 'string', format: 'uuid' }
const nextKey: JsonSchema = { type: ['string', 'null'], description: 'The `after` of the following page.' }

export function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** The types of domain/wire, as scripts/describe-wire.ts wrote them. */
export const WIRE_SCHEMAS: Readonly<Record<keyof typeof wire, JsonSchema>> = wire

/** A type of domain/wire, by its name. */
export const wireType = (name: keyof typeof wire): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

/** An answer `{data}`. */
export const data = (schema: JsonSchema): { schema: JsonSchema } => ({ schema: object({ data: schema }) })
export const dataOf = (name: keyof typeof wire): { schema: JsonSchema } => data(wireType(name))
/** An answer `{data: […], next}`. */
export const pageOf = (name: keyof typeof wire): { schema: JsonSchema } => ({
  schema: object({ data: { type: 'array', items: wireType(name) }, next: nextKey }),
})
/** A file; what is in it is not described any further. */
export const file = (type: string): { type: string; schema: JsonSchema } => ({
  type,
  schema: { type: 'string' },
})

export const limit: Parameter = {
  description: 'How many rows, 50 unless said.',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
}
export const after: Parameter = {
  description: 'The `next` of the page before.',
  schema: { type: 'string' },
}
export const choice = (description: string, values: readonly string[], byDefault?: string): Parameter => ({
  description,
  schema: { type: 'string', enum: [...values], ...(byDefault && { default: byDefault }) },
})
export const search = {
  description: 'What the rows must contain, from three letters on.',
  schema: { type: 'string', maxLength: 120 },
} satisfies Parameter
export const paging = { limit, after }
