/** A flaky test is mended within two weeks, or keeps everybody from landing. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { flakyRows, overdue } from './flaky-list.ts'

const row = (date: string, mended = '') => `| ${date} | e2e/a.test.ts > b | Timeout | a race | ${mended} |`
const overdueOn = (day: string, ...rows: string[]) => overdue(flakyRows(rows.join('\n')), new Date(day))

test('docs/tests.md lists none that is overdue', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/tests.md'), 'utf8')
  expect(overdue(flakyRows(text), new Date())).toEqual([])
})

test('two weeks are allowed, unless it is mended', () => {
  expect(overdueOn('2026-12-10', row('2026-11-26'))).toEqual([])
  expect(overdueOn('2026-12-11', row('2026-11-26'))).toEqual(['e2e/a.test.ts > b is flaky since 2026-11-26'])
  expect(overdueOn('2027-01-01', row('2026-11-26', '2026-11-30'))).toEqual([])
})

test('a third time is one too many', () => {
  const twice = [row('2026-11-26', '2026-11-27'), row('2026-11-28', '2026-11-29')]
  expect(overdueOn('2026-11-30', ...twice, row('2026-11-30'))).toEqual([
    'e2e/a.test.ts > b was flaky more than 2 times',
  ])
  expect(overdueOn('2026-11-30', ...twice, row('2026-11-30', '2026-11-30'))).toEqual([])
})
