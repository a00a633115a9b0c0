/** What a soak tells of its runs. */
import { expect, test } from 'vitest'
import { describeRuns, readRun } from './soak-runs.ts'

const OUTPUT = `
── static checks: 7 passed, 0 failed, 24 s
── journeys in a browser: 84 passed, 1 failed, 300 s
── second look at e2e/pix.test.ts: 4 passed, 0 failed, 36 s

1 FLAKY: e2e/pix.test.ts > a deposit: Timeout

4603 passed, 0 failed
`

test('a run is read from what it printed', () => {
  const run = readRun(OUTPUT)
  expect(run).toMatchObject({
    isGreen: true,
    minutes: 6,
    flaky: ['e2e/pix.test.ts > a deposit: Timeout'],
    failed: [],
  })
  expect(readRun('\n✗ e2e/a.test.ts > b: c\n')).toMatchObject({
    isGreen: false,
    failed: ['e2e/a.test.ts > b: c'],
  })
})

test('many are told by check, and by name', () => {
  const text = describeRuns(
    [readRun(OUTPUT), readRun('✗ e2e/a.test.ts > b: c\n\n12 passed, 1 failed\n')],
    2,
    '2026-11-26',
  )
  expect(text).toContain('1 of 2 green')
  expect(text).toContain('| journeys in a browser | 5.0 | 5.0 |')
  expect(text).toContain('| all | 6.0 | 6.0 |')
  expect(text).toContain('- e2e/pix.test.ts > a deposit: Timeout')
  expect(text).toContain('- e2e/a.test.ts > b: c')
})
