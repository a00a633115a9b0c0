import { expect, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { describeCalls } from '../describe-calls.ts'
import type { JsonSchema } from './call.ts'
import { referencePages } from './reference.ts'
import { schemaText } from './schema-text.ts'

const { operations, schemas } = await describeCalls()
const env = readEnv({ ...TEST_ENV, DATABASE_URL: 'postgres://localhost/nothing' })
const read = async (query: string, headers: Record<string, string> = {}) =>
  (await referencePages({ env }, describeCalls).request(`/docs/api${query}`, { headers })).text()

test('every operation is on the page, and every link within it leads somewhere', async () => {
  const page = await read('?lng=en')
  expect(page.match(/<details/g)).toHaveLength(operations.length)
  for (const { path } of operations) expect(page).toContain(`<code>${path}</code>`)
  const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
  expect(targets.filter((target) => !ids.includes(target))).toEqual([])
  expect(targets.length).toBeGreaterThan(Object.keys(schemas).length)
})

test('it has no script, nothing from elsewhere, and both languages', async () => {
  const [pt, en] = [
    await read('', { 'accept-language': 'pt-BR' }),
    await read('', { 'accept-language': 'de' }),
  ]
  expect(pt).toContain('<html lang="pt-BR">')
  expect(pt).toContain('Recusas')
  expect(en).toContain('<html lang="en">')
  expect(en).toContain('Refusals')
  for (const page of [pt, en]) {
    expect(page).not.toMatch(/<script|https?:\/\//)
    expect(page).not.toMatch(/section\.|>\w+\.\w+</)
  }
})

test.each<[JsonSchema, string]>([
  [{ $ref: '#/components/schemas/BidWire' }, 'BidWire'],
  [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 'integer (≥ 1, ≤ 9)'],
  [
    { type: 'object', properties: { a: { const: 'x' }, b: { type: 'number' } }, required: ['a'] },
    '{ a: "x", b?: number }',
  ],
  [
    { type: 'object', properties: { a: { type: 'string', description: 'Why.' } }, required: ['a'] },
    '{\n  // Why.\n  a: string\n}',
  ],
])('%j is read as a type', (schema, text) => {
  expect(schemaText(schema)).toBe(text)
})
