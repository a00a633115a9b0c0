/**
 * The vocabulary of contracts. A capability declares its calls in its `contract.ts`; the routes, the guard before
 * them, openapi.json, /docs/api and the browser's typed client all follow from that.
 */
import * as v from 'valibot'
import { isAmount } from '#domain/money.ts'
import { REFUSALS, type Refusal } from '#domain/refusal.ts'
import type { MayUse } from '#domain/role.ts'
import { isVisible, withoutUnseen } from '#domain/visible.ts'
import type { Limit } from '../../platform/rate-limit.ts'

/** A refusal; `error` is in the caller's language. */
export const errorAnswer = v.strictObject({
  data: v.strictObject({ error: v.string(), code: v.picklist(REFUSALS) }),
})
export type ErrorAnswer = v.InferOutput<typeof errorAnswer>

export type JsonSchema = { [keyword: string]: unknown }

/** In the order of the reference. */
export const SECTIONS = ['market', 'auction', 'wallet', 'access', 'account', 'service', 'admin'] as const
export type Section = (typeof SECTIONS)[number]

/** Who may call: anybody, a fan with an access token, or an administrator whose role has that right. */
export type Access = 'anyone' | 'fan' | 'admin'

/** The kind of a successful answer: `{data: …}`, a document of its own shape, or a file. */
export type Promised =
  | { kind: 'data'; schema: v.GenericSchema; status?: 201 }
  | { kind: 'whole'; schema: v.GenericSchema }
  | { kind: 'file'; type: string }

export type Call = {
  section: Section
  caller: Access
  /** Of calls for administrators: which roles may use them, beside the owner. Without any it is the owner's alone. */
  roles?: MayUse
  summary: string
  /** Refuses fans who have not completed their profile. */
  complete?: true
  /**
   * Refuses a session whose holder has not proved for a while that the account is theirs: `private.proof_is_due`. Always, or
   * where the body is of that kind. Asked by whatever takes value out of the account to somebody of the caller's choice.
   */
  proof?: true | ProofOfSome
  /** Reading it is a deed in the audit trail, by that name, of what its first path parameter names. A list narrowed to a `person` always is. */
  reading?: `${string}.${string}`
  /** An `Idempotency-Key` makes repeating it safe. */
  key?: true
  /** Its handler checks session and profile itself, in the round trip of its work. */
  direct?: true
  /**
   * Whether answers are cached as compressed text, with an ETag, until the database changes, and who shares one:
   * - `everybody`: all callers get the same text;
   * - `each`: people who have never bought nor bid, are no artists and act for none, share one; everyone else's is put together of
   *   what is everybody's and what is theirs, which its handler answers as `Written`, and is not cached;
   * - `newcomers`: the same people share one, and everyone else's is not cached, because it changes with time alone;
   * - `own`: nobody shares; each caller has their own.
   * A shared answer is read with nobody's id, so it cannot hold anything that belongs to the caller.
   */
  cache?: 'everybody' | 'newcomers' | 'each' | 'own'
  /** How often a person (or, where anyone may call, an address) may call. */
  limit?: Limit
  query?: v.ObjectEntries
  body?: v.GenericSchema
  answer: Promised
  /** The refusal for a path parameter that matches nothing. */
  unknown?: Refusal
  /** The refusal for a query that does not parse, where `malformed` says too little. */
  unreadable?: Refusal
  /** In addition to `unknown` and the refusals shared by all calls of its caller. */
  refusals?: readonly Refusal[]
}

/** Written as a method, since a method may ask for more than `unknown`: the call's body. */
export type ProofOfSome = { of(body: unknown): boolean }

/** By method and path below /api/v1: `POST /redeem-balance/{uid}/cancel`. */
export type Name = `${'GET' | 'POST'} /${string}`
export type Calls = { readonly [name: Name]: Call }

/** Path parameters: `{uid}` is a UUID, `{id}` a row's number, any other is text. */
type ParamsOf<Path> = Path extends `${string}{${infer Param}}${infer Rest}`
  ? { [Each in Param]: Each extends 'id' ? number : string } & ParamsOf<Rest>
  : unknown

/** What a handler receives of a request, and what it returns. */
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

/** What a caller sends, and receives as JSON. */
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

type Described<Of> = Omit<Of, 'section' | 'caller' | 'roles'>
/** A call for administrators has to say whose it is. */
type DescribedWithRoles = Described<Call> & { roles: MayUse }
type Placed<Of, Of2> = { [Each in keyof Of]: Of[Each] & Of2 }

/** The calls of one capability for signed-in people. */
export function callsOfFans<const Of extends { readonly [name: Name]: Described<Call> }>(
  section: Section,
  calls: Of,
): Placed<Of, { section: Section; caller: 'fan' }> {
  return place(calls, { section, caller: 'fan' })
}

/** Calls for anybody. */
export function callsOfAnyone<const Of extends { readonly [name: Name]: Described<Call> }>(
  section: Section,
  calls: Of,
): Placed<Of, { section: Section; caller: 'anyone' }> {
  return place(calls, { section, caller: 'anyone' })
}

/** Calls for administrators of some role who have used their second factor, whatever their paths. */
export function callsOfAdmins<const Of extends { readonly [name: Name]: DescribedWithRoles }>(
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

/** The answer of most calls. */
export type Answer<Body> = { data: Body }
export type Page<Item> = { data: Item[]; next: string | null }

/** `{data: […], next}`; `next` is the `after` of the following page, null after the last one. */
export const pageSchema = <const Schema extends v.GenericSchema>(schema: Schema) =>
  v.strictObject({ data: v.array(schema), next: v.nullable(v.string()) })
export const page = <const Schema extends v.GenericSchema>(schema: Schema) => whole(pageSchema(schema))

/** A field with a description for the reference. */
export const about = <const Schema extends v.GenericSchema>(schema: Schema, text: string) =>
  v.pipe(schema, v.description(text))

export const uuid = v.pipe(v.string(), v.uuid())

/** Whole, positive centavos: no fractions, no text, no exponents past 2^53. */
export const centavos = v.pipe(
  v.number(),
  v.check((value) => isAmount(value), 'amount in centavos'),
)

/** A text for others to read, without what nobody sees. */
export const readable = v.pipe(v.string(), v.transform(withoutUnseen))
/** One that says something, at most this many characters. */
export const words = (most: number) =>
  v.pipe(readable, v.trim(), v.minLength(1), v.maxLength(most), v.check(isVisible, 'something to read'))
/** The same where it stands in one line, as names do: a bank's form has no line breaks. */
export const line = (most: number) =>
  v.pipe(
    words(most),
    v.check((text) => !/\p{Cc}/u.test(text), 'one line'),
  )

const PARAMETERS = new WeakMap<object, JsonSchema>()

/** A query parameter arrives as text whatever it means; `schema` is how the reference describes it. */
export function parameter<Schema extends v.GenericSchema>(schema: Schema, meaning: JsonSchema): Schema {
  PARAMETERS.set(schema, meaning)
  return schema
}
export const meaningOf = (schema: object): JsonSchema => PARAMETERS.get(schema) ?? { type: 'string' }

/** `centavos` in a query. */
export const centavosAsked = parameter(
  v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number), centavos),
  {
    type: 'integer',
    minimum: 1,
    description: 'How much, in centavos.',
  },
)

const wholeNumber = (least: number, most: number) =>
  v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(least), v.maxValue(most))

/** How many rows: 50 by default, at most `most`. */
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
/** The cursor of a list ordered by row number; null for the first page. */
export const after = parameter(v.optional(v.nullable(wholeNumber(1, Number.MAX_SAFE_INTEGER)), null), AFTER)
/** The cursor of any other list. */
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
