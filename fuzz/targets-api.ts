/** Every call of the product's contracts, with a body made from its schema. */
import fc from 'fast-check'
import { type Call, type JsonSchema, meaningOf } from '#server/product/api/call.ts'
import { bodySchema } from '#server/product/api/openapi.ts'
import { CALLS } from '#server/product/calls.ts'
import type { Facts } from './facts.ts'
import type { Target } from './input.ts'
import { encode, pathOf } from './targets-pages.ts'
import { badWord, valueFor } from './values.ts'

export function apiTargets({ uids }: Facts): Target[] {
  return Object.entries<Call>(CALLS).map(([name, call]) => {
    const [method = '', path = ''] = name.split(' ')
    const query = Object.entries(call.query ?? {}).map(
      ([key, schema]) => [key, queryValue(meaningOf(schema), uids)] as const,
    )
    const body = call.body
      ? valueFor(bodySchema(call.body), uids).map((value) => JSON.stringify(value))
      : fc.constant(null)
    const sent = fc
      .record({
        path: pathOf(`/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`, uids, ['1', '2']),
        query: fc.record(Object.fromEntries(query), { requiredKeys: [] }),
        body: method === 'GET' ? fc.constant(null) : body,
        key: fc.option(fc.uuid(), { freq: call.key ? 2 : 10 }),
      })
      .map(({ path, query, body, key }) => ({
        path: path + queryText(query),
        body: body ?? null,
        headers: {
          ...(body != null && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
      }))
    return { door: 'api', name, method, sent }
  })
}

const queryValue = (meaning: JsonSchema, uids: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: valueFor(meaning, uids).map(asText) }, { weight: 1, arbitrary: badWord })

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

export function queryText(query: Record<string, string | undefined>): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [`${encode(key)}=${encode(value)}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
