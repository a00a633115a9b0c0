/** Single values that programs trip over, and values that fit a JSON Schema unless they are one of those. */
import fc, { type Arbitrary } from 'fast-check'
import type { JsonSchema } from '#server/product/api/call.ts'

const BAD_WORDS = [
  '',
  ' ',
  'null',
  'NaN',
  '-0',
  '1e400',
  'Infinity',
  '__proto__',
  'constructor',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  'é\u0301\u0301\u0301',
  '\u202eetun',
  '\ufeff',
  '../../etc/passwd',
  "'; drop table users; --",
  '{{7*7}}',
  '%00',
  '0x10',
  '9223372036854775808',
  '2026-02-30T25:61:61Z',
  '+infinity',
  '294277-01-01',
  'a'.repeat(300),
  'ß'.repeat(70_000),
]

export const badWord = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...BAD_WORDS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
)

const BAD_NUMBERS = [0, -0, -1, 0.1, 1e15, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324]

/** Nested so deep that recursion would end in an overflow. */
const deep = fc
  .constantFrom(50, 2000)
  .map((depth): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`))

export const badValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: badWord },
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], ...BAD_NUMBERS) },
  { weight: 1, arbitrary: deep },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** Mostly `right`; one time in so many what is bad. */
const or = (right: Arbitrary<unknown>): Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: badValue })

/** What `schema` allows, with bad values here and there. `uids` are keys that fit something. */
export function valueFor(schema: JsonSchema, uids: readonly string[]): Arbitrary<unknown> {
  return or(rightValue(schema, uids))
}

function rightValue(schema: JsonSchema, uids: readonly string[]): Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return fc.oneof(...choices.map((each: JsonSchema) => rightValue(each, uids)))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'object') return objectOf(schema, uids)
  if (schema.type === 'array')
    return fc.array(valueFor((schema.items ?? {}) as JsonSchema, uids), { maxLength: 4 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer' || schema.type === 'number') {
    const [min, max] = [Number(schema.minimum ?? 0), Number(schema.maximum ?? 100_000)]
    return fc.oneof(fc.constantFrom(min, max, 2000), fc.integer({ min, max: Math.min(max, min + 5000) }))
  }
  if (schema.type === 'string') return textOf(schema, uids)
  return badValue
}

function objectOf(schema: JsonSchema, uids: readonly string[]): Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema.required ?? []) as string[])
  const fields = properties.map(([name, each]) => [name, valueFor(each, uids)] as const)
  return fc
    .tuple(
      fc.record(Object.fromEntries(fields), {
        requiredKeys: properties.map(([n]) => n).filter((n) => required.has(n)),
      }),
      fc.oneof(
        { weight: 20, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(badWord, badValue, { maxKeys: 3 }) },
      ),
    )
    .map(([right, more]) => ({ ...right, ...more }))
}

const EXAMPLES = [
  'fan-1@tune.test',
  '+5511987650000',
  '2026-12-01 10:00:00',
  'https://tune.test/a',
  'MARE',
  'Maré',
]

function textOf({ format, pattern }: JsonSchema, uids: readonly string[]): Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...uids), fc.uuid())
  if (typeof pattern === 'string')
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.constantFrom(...EXAMPLES))
  return fc.constantFrom(...EXAMPLES, ...uids)
}
