/** Runs one of the two Vitest configurations, and tells what happened test by test. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome } from './reporter.ts'
import { BIN, run } from './run.ts'

const REPORTER = join(import.meta.dirname, 'reporter.ts')

/** `filters`: of Vitest, such as files or `--project=pure`. */
export async function runTests(config: string, filters: readonly string[]): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-check-'))
  const file = join(folder, 'outcome.json')
  const args = ['run', '--config', config, '--reporter=default', `--reporter=${REPORTER}`, ...filters]
  const { code } = await run(join(BIN, 'vitest'), args, { shown: true, env: { OUTCOME: file } })
  const json = await readFile(file, 'utf8').catch(() => null)
  await rm(folder, { recursive: true })
  const outcome: Outcome = json === null ? { passed: [], failures: [], errors: [] } : JSON.parse(json)
  // Without a failure it may fail all the same: a world that could not be started, or did not say good-bye.
  if (code !== 0 && outcome.failures.length + outcome.errors.length === 0)
    outcome.errors.push(`${config} ended with ${code}, as printed above`)
  return outcome
}
