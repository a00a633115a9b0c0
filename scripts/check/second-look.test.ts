/** What may be looked at once more, and what may not. */
import { describe, expect, test } from 'vitest'
import type { Failure } from './outcome.ts'
import { redAtOnce, say } from './second-look.ts'

const failure = (facts: Partial<Failure> = {}): Failure => ({
  file: 'e2e/pix.test.ts',
  test: 'a deposit',
  message: 'Timeout 60000ms exceeded.\nCall log:',
  line: 'await page.getByText("pago").waitFor()',
  ...facts,
})
const outcome = (failures: Failure[], errors: string[] = []) => ({ passed: [], failures, errors })

test('three failures may be chance, four are not', () => {
  expect(redAtOnce(outcome([failure(), failure(), failure()]))).toBeNull()
  expect(redAtOnce(outcome([failure(), failure(), failure(), failure()]))).toBe('more than 3 failures')
})

describe('is red at once', () => {
  test.each([
    [
      'books, by the line that failed',
      { line: 'expect(await sql`select * from ledger.faults`).toEqual([])' },
    ],
    ['books, by the message', { message: 'market.faults: expected [ {…} ] to deeply equal []' }],
    ['books, by the helper', { line: 'await expectSound()' }],
    ['rights, by the file', { file: 'server/platform/db/policies.test.ts' }],
    ['rights, by the test', { test: 'seed 1: no fault, no row of others, no write by what was refused' }],
  ])('%s', (_name, facts) => {
    expect(redAtOnce(outcome([failure(facts)]))).toMatch(/^about books or rights: /)
  })

  test('an error outside any test', () => {
    const reason = redAtOnce(outcome([], ['a promise was rejected\nat …']))
    expect(reason).toBe('an error outside any test: a promise was rejected')
  })
})

test('a failure is told by file, test and the first line of its message', () => {
  expect(say(failure())).toBe('e2e/pix.test.ts > a deposit: Timeout 60000ms exceeded.')
  expect(say(failure({ test: '' }))).toBe('e2e/pix.test.ts: Timeout 60000ms exceeded.')
})
