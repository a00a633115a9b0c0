/**
 * The words of a contract. A capability says what may be asked of it in its `contract.ts`; the routes, the guard before
 * them, openapi.json, /docs/api and the browser's typed client all follow from that.
 */
import * as v from 'valibot'
import { isAmount } from '#domain/money.ts'
import { REFUSALS, type Refusal } from '#domain/refusal.ts'
import type { Limit } from '../../platform/rate-limit.ts'

/** How the product API says no; `error` is in the caller's language. */
export const errorAnswer = v.strictObject({
  data: v.strictObject({ error: v.string(), code: v.picklist(REFUSALS) }),
})
export type ErrorAnswer = v.InferOutput<typeof errorAnswer>

export type JsonSchema = { [keyword: string]: unknown }

/** In the order in which the reference tells them. */
export const SECTIONS = ['market', 'auction', 'wallet', 'access', 'account', 'service', 'admin'] as const
export type Section = (typeof SECTIONS)[number]

/** Whose request is answered: everybody's, a fan's with an access token, an administrator's. */
export type Caller = 'anyone' | 'fan' | 'admin'

/** What is answered when it was done: `{data: …}`, a document of its own shape, or a file. */
export type Promised =
  | { kind: 'data'; schema: v.GenericSchema; status?: 201 }
  | { kind: 'whole'; schema: v.GenericSchema }
  | { kind: 'file'; type: string }

export type Call = {
  section: Section
  caller: Caller
  summary: string
  /** Refuses whoever has not completed their profile. */
  complete?: true
  /** An `Idempotency-Key` makes repeating it safe. */
  key?: true
  /** Its handler asks after session and profile itself, in the round trip of its work. */
  direct?: true
  /** Answered compressed: for what is long and asked for by first views. */
  compressed?: true
  /** How often a person (or, where anyone may call, an address) may do it. */
  limit?: Limit
  query?: v.ObjectEntries
  body?: v.GenericSchema
  answer: Promised
  /** What an address is refused with that names nothing. */
  unknown?: Refusal
  /** Beside `unknown`, and those that every call of its caller has. */
  refusals?: readonly Refusal[]
}

/** By method and address below /api/v1: `POST /redeem-balance/{uid}/cancel`. */
export type Name = `${'GET' | 'POST'} /${string}`
export type Calls = { readonly [name: Name]: Call }

/** The names in an address: `{uid}` is a UUID, `{id}` the number of a row, any other is text. */
type ParamsOf<Path> = Path extends `${string}{${infer Param}}${infer Rest}`
  ? { [Each in Param]: Each extends 'id' ? number : string } & ParamsOf<Rest>
  : unknown

/** What a handler is given of a request, and what it answers with. */
export type InputOf<Path, Of extends Call> = {
  params: ParamsOf<Path>
  query: Of extends { query: infer Entries extends v.ObjectEntries }
    ? v.InferOutput<v.ObjectSchema<Entries, undefined>>
    : unknown
  body: Of extends { body: infer Schema extends v.GenericSchema } ? v.InferOutput<Schema> : unknown
}
export type OutputOf<Of extends Call> = Of['answer'] extends {
  kind: 'data' | 'whole'
  schema: infer Schema extends v.GenericSchema
}
  ? v.InferOutput<Schema>
  : never

/** What a caller sends, and gets as JSON. */
export type RequestOf<Path, Of extends Call> = {
  params: { [Param in keyof ParamsOf<Path>]: string | number }
  query: Of extends { query: infer Entries extends v.ObjectEntries }
    ? v.InferInput<v.ObjectSchema<Entries, undefined>>
    : unknown
  body: Of extends { body: infer Schema extends v.GenericSchema } ? v.InferInput<Schema> : undefined
}
export type JsonOf<Of extends Call> = Of['answer'] extends {
  kind: 'data'
  schema: infer Schema extends v.GenericSchema
}
  ? { data: v.InferOutput<Schema> }
  : OutputOf<Of>

type Described<Of> = Omit<Of, 'section' | 'caller'>
type Placed<Of, Of2> = { [Each in keyof Of]: Of[Each] & Of2 }

/** The calls of one capability for people with a session. */
export function callsOfFans<const Of extends { readonly [name: Name]: Described<Call> }>(
  section: Section,
  calls: Of,
): Placed<Of, { section: Section; caller: 'fan' }> {
  return place(calls, { section, caller: 'fan' })
}

/** Those that anybody may make. */
export function callsOfAnyone<const Of extends { readonly [name: Name]: Described<Call> }>(
  section: Section,
  calls: Of,
): Placed<Of, { section: Section; caller: 'anyone' }> {
  return place(calls, { section, caller: 'anyone' })
}

/** Those of administrators who have used their second factor, wherever their addresses are. */
export function callsOfAdmins<const Of extends { readonly [name: Name]: Described<Call> }>(
  calls: Of,
): Placed<Of, { section: 'admin'; caller: 'admin' }> {
  return place(calls, { section: 'admin', caller: 'admin' })
}

function place<Of extends { readonly [name: Name]: object }, Where extends object>(
  calls: Of,
  where: Where,
): Placed<Of, Where> {
  const placed = Object.entries(calls).map(([name, call]) => [name, { ...call, ...where }])
  return Object.fromEntries(placed) as Placed<Of, Where>
}

export const data = <const Schema extends v.GenericSchema>(schema: Schema) =>
  ({ kind: 'data', schema }) as const
export const created = <const Schema extends v.GenericSchema>(schema: Schema) =>
  ({ kind: 'data', schema, status: 201 }) as const
export const whole = <const Schema extends v.GenericSchema>(schema: Schema) =>
  ({ kind: 'whole', schema }) as const
export const file = (type: string) => ({ kind: 'file', type }) as const

/** What most calls answer with. */
export type Answer<Body> = { data: Body }
export type Page<Item> = { data: Item[]; next: string | null }

/** `{data: […], next}`; `next` is the `after` of the following page, null after the last one. */
export const pageSchema = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({ data: v.array(schema), next: v.nullable(v.string()) })
export const page = <const Schema extends v.GenericSchema>(schema: Schema) => whole(pageSchema(schema))

/** A field that says something about itself to whoever reads the reference. */
export const about = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text))

export const uuid = v.pipe(v.string(), v.uuid())

/** Whole, positive centavos: no fractions, no text, no exponents past 2^53. */
export const centavos = v.pipe(
  v.number(),
  v.check((value) => isAmount(value), 'amount in centavos'),
)

/** What an operator writes: not empty, at most so many characters. */
export const words = (most: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(most))

const PARAMETERS = new WeakMap<object, JsonSchema>()

/** A parameter of an address is text whatever it means; `schema` is what the reference says of it. */
export function parameter<Schema extends v.GenericSchema>(schema: Schema, meaning: JsonSchema): Schema {
  PARAMETERS.set(schema, meaning)
  return schema
}
export const meaningOf = (schema: object): JsonSchema => PARAMETERS.get(schema) ?? { type: 'string' }

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(least), v.maxValue(most))

/** How many rows: 50 unless said, at most `most`. */
export const limitUpTo = (most: number) =>
  parameter(v.optional(wholeNumber(1, most), '50'), {
    type: 'integer',
    minimum: 1,
    maximum: most,
    default: 50,
    description: 'How many rows, 50 unless said.',
  })
export const limit = limitUpTo(100)
const AFTER = { type: 'string', description: 'The `next` of the page before.' }
/** The key of a list in the order of its rows' numbers; null for the first page. */
export const after = parameter(v.optional(v.nullable(wholeNumber(1, Number.MAX_SAFE_INTEGER)), null), AFTER)
/** The key of any other list. */
export const cursor = parameter(v.optional(v.nullable(v.string()), null), AFTER)
export const paging = { limit, after }
export const search = parameter(v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120)), ''), {
  type: 'string',
  maxLength: 120,
  description: 'What the rows must contain, from three letters on.',
})
export const choice = <const Options extends readonly [string, ...string[]]>(
  description: string,
  options: Options,
  byDefault: Options[number],
) =>
  parameter(v.optional(v.picklist(options), byDefault), {
    type: 'string',
    enum: [...options],
    default: byDefault,
    description,
  })
