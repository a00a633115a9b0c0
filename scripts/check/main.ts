/**
 * `npm test`: what every change must pass. `npm run test:all`, with `--all`: everything, which a release must pass.
 * The quickest comes first, and what is red ends the run. docs/tests.md says what stands in which, and why.
 */
import { randomInt } from 'node:crypto'
import { ensureBrowser, ensureWindowlessBrowser } from '../browser.ts'
import { ensureEngines } from '../engines.ts'
import type { Failure } from './outcome.ts'
import { playwright, type Suite, vitest } from './run-tests.ts'
import { redAtOnce, say } from './second-look.ts'
import { runStaticChecks } from './static-checks.ts'
import { treeSeed } from './tree-seed.ts'

const everything = process.argv.includes('--all')

const SUITES = [
  vitest('rules', 'rules'),
  vitest('server and conformance', 'server'),
  playwright('journeys in a browser'),
]

const passed = new Set<string>()
/** What `npm test` looks at once more. */
const doubtful: Failure[] = []

process.env.CHROMIUM_PATH = ensureBrowser()
process.env.CHROMIUM_WINDOWLESS_PATH = ensureWindowlessBrowser()
process.env.TEST_SEED ??= String(everything ? randomInt(2 ** 32) : treeSeed())
console.log(`TEST_SEED=${process.env.TEST_SEED}`)
if (everything) {
  process.env.EVERYTHING = '1'
  ensureEngines()
}
const failed = (await failuresOfStaticChecks()) ?? (await failuresOfSuites())
if (failed === null) sayFlaky()
else console.log(`\n${failed.map((failure) => `✗ ${failure}`).join('\n')}`)
console.log(`\n${passed.size} passed, ${failed?.length ?? 0} failed`)
process.exitCode = failed ? 1 : 0

async function failuresOfStaticChecks(): Promise<string[] | null> {
  return timed('static checks', async () => {
    const done = await runStaticChecks()
    for (const check of done.passed) passed.add(check)
    return [done.passed.length, done.failed]
  })
}

async function failuresOfSuites(): Promise<string[] | null> {
  const red: string[] = []
  for (const suite of SUITES) {
    red.push(...(await failuresOf(suite)))
    if (red.length > 0 && !everything) break
  }
  return red.length > 0 ? red : null
}

/** What is red of a suite: at once, or because it failed again before the next suite begins. */
async function failuresOf(suite: Suite): Promise<string[]> {
  const red: string[] = []
  const doubts: Failure[] = []
  await timed(suite.name, async () => {
    const outcome = await suite.run({ everything })
    for (const test of outcome.passed) passed.add(test)
    const said = [...outcome.failures.map(say), ...outcome.errors]
    const reason = redAtOnce({ ...outcome, failures: [...doubtful, ...outcome.failures] })
    if (everything) red.push(...said)
    else if (reason === null) doubts.push(...outcome.failures)
    else {
      console.log(`No second look: ${reason}`)
      red.push(...doubtful.map(say), ...said)
    }
    return [outcome.passed.length, said]
  })
  doubtful.push(...doubts)
  return doubts.length > 0 ? lookAgain(suite, doubts) : red
}

/** Runs the files that failed once more: alone, one after the other, with servers and worlds of their own. What failed again. */
async function lookAgain(suite: Suite, failures: Failure[]): Promise<string[]> {
  const files = [...new Set(failures.map(({ file }) => file))]
  const red: string[] = []
  await timed(`second look at ${files.join(', ')}`, async () => {
    const outcome = await suite.run({ files, alone: true })
    red.push(...outcome.failures.map(say), ...outcome.errors)
    for (const test of outcome.passed) passed.add(test)
    return [outcome.passed.length, red]
  })
  return red
}

function sayFlaky(): void {
  if (doubtful.length === 0) return
  const flaky = doubtful.map((failure) => `1 FLAKY: ${say(failure)}`)
  console.log(`\n${flaky.join('\n')}\nEach belongs into docs/tests.md.`)
}

/** Prints a heading before, and passed, failed and seconds after; what failed, or null. */
async function timed(name: string, work: () => Promise<[number, string[]]>): Promise<string[] | null> {
  const from = performance.now()
  console.log(`\n── ${name}`)
  const [passing, failing] = await work()
  const seconds = ((performance.now() - from) / 1000).toFixed(0)
  console.log(`── ${name}: ${passing} passed, ${failing.length} failed, ${seconds} s`)
  return failing.length > 0 ? failing : null
}
