/** Runs a suite of tests with its runner, and tells what happened test by test. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './outcome.ts'
import { BIN, run } from './run.ts'
import { MOST_FAILURES } from './second-look.ts'

/** What the first tier leaves out is tagged: docs/tests.md. */
export type Scope = { everything?: boolean; files?: readonly string[]; alone?: boolean }
export type Suite = { name: string; run: (scope: Scope) => Promise<Outcome> }

/** Vitest counts a group with a failed test as another failure, and so does this bound. */
const FAILED_TASKS = 4 * (MOST_FAILURES + 1)

const reporter = (name: string) => `--reporter=${join(import.meta.dirname, `${name}-reporter.ts`)}`

export function vitest(name: string, project: string): Suite {
  return {
    name,
    run: ({ everything, alone, files = [] }) =>
      outcomeOf('vitest', [
        'run',
        `--project=${project}`,
        '--reporter=default',
        reporter('vitest'),
        ...(everything ? [] : ['--tagsFilter=!release', `--bail=${FAILED_TASKS}`]),
        ...(alone ? ['--maxWorkers=1'] : []),
        ...files,
      ]),
  }
}

export function playwright(name: string): Suite {
  return {
    name,
    run: ({ everything, alone, files = [] }) =>
      outcomeOf('playwright', [
        'test',
        `${reporter('playwright')},list`,
        ...(everything ? [] : ['--grep-invert=@release', `--max-failures=${MOST_FAILURES + 1}`]),
        ...(alone ? ['--workers=1', '--trace=on'] : []),
        ...files,
      ]),
  }
}

async function outcomeOf(runner: string, args: string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-check-'))
  const file = join(folder, 'outcome.json')
  const { code } = await run(join(BIN, runner), args, { shown: true, env: { OUTCOME: file } })
  const json = await readFile(file, 'utf8').catch(() => null)
  await rm(folder, { recursive: true })
  const outcome: Outcome = json === null ? { passed: [], failures: [], errors: [] } : JSON.parse(json)
  // Without a failure it may fail all the same: a world that could not be started, or did not say good-bye.
  if (code !== 0 && outcome.failures.length + outcome.errors.length === 0)
    outcome.errors.push(`${runner} ended with ${code}, as printed above`)
  return outcome
}
