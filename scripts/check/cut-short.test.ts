/** What was not run is never taken for passed. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullResult } from '@playwright/test/reporter'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { CUT_SHORT, type Outcome } from './outcome.ts'
import PlaywrightReporter from './playwright-reporter.ts'
import { redAtOnce } from './second-look.ts'
import VitestReporter from './vitest-reporter.ts'

let file: string
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tune-outcome-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  file = join(folder, 'outcome.json')
  vi.stubEnv('OUTCOME', file)
})

test.each([
  ['Vitest', () => new VitestReporter().onTestRunEnd([], [], 'interrupted')],
  ['Playwright', () => new PlaywrightReporter().onEnd({ status: 'interrupted' } as FullResult)],
])('a run that %s cut short is red at once', async (_, end) => {
  end()
  const outcome: Outcome = JSON.parse(await readFile(file, 'utf8'))
  expect(redAtOnce(outcome)).toContain(CUT_SHORT)
})

test('one that ended is not', async () => {
  new VitestReporter().onTestRunEnd([], [], 'passed')
  expect(redAtOnce(JSON.parse(await readFile(file, 'utf8')))).toBeNull()
})
