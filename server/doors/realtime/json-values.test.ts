import { expect, test } from 'vitest'
import { toJson } from './json-values.ts'

test.each([
  [null, 'int8', null],
  ['42', 'int8', 42],
  ['-1.5', 'numeric', -1.5],
  ['NaN', 'float8', 'NaN'],
  ['Infinity', 'float4', 'Infinity'],
  ['t', 'bool', true],
  ['f', 'bool', false],
  ['{"a": [1, null]}', 'jsonb', { a: [1, null] }],
  ['null', 'json', null],
  ['2026-11-21 09:00:00.5+00', 'timestamptz', '2026-11-21T09:00:00.5+00:00'],
  ['2026-11-21 09:00:00+05:30', 'timestamptz', '2026-11-21T09:00:00+05:30'],
  ['2026-11-21 09:00:00', 'timestamp', '2026-11-21T09:00:00'],
  ['2026-11-21', 'date', '2026-11-21'],
  ['0012', 'text', '0012'],
  ['t', 'text', 't'],
  ['{1,2}', '_int4', '{1,2}'],
])('%s of type %s is %j', (text, type, expected) => {
  expect(toJson(text, type)).toEqual(expected)
})
