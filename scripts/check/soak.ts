/**
 * `npm run test:soak -- --runs 20 --busy 2`: the first tier again and again, on an unchanged tree and beside busy loops, as
 * on a machine that others use. Writes what happened as the last part of docs/tests.md; logs stay in node_modules/.cache/soak.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { ROOT, run } from './run.ts'
import { describeRuns, readRun, type SoakRun } from './soak-runs.ts'

const DOCUMENT = join(ROOT, 'docs/tests.md')
const LOGS = join(ROOT, 'node_modules/.cache/soak')
const HEADING = '## Measured'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, busy: { type: 'string', default: '2' } },
})
const [runs, busy] = [Number(values.runs), Number(values.busy)]

await mkdir(LOGS, { recursive: true })
const before = (await readFile(DOCUMENT, 'utf8')).split(`\n${HEADING}\n`)[0]?.trimEnd()
const today = new Date().toISOString().slice(0, 10)
const loops = Array.from({ length: busy }, () => new Worker('for (;;);', { eval: true }))
const done: SoakRun[] = []
for (let number = 1; number <= runs; number++) {
  const { code, output } = await run(process.execPath, ['scripts/check/main.ts'])
  await writeFile(join(LOGS, `${number}.log`), output)
  const seen = readRun(code, output)
  done.push(seen)
  console.log(`${number}: ${seen.isGreen ? 'green' : 'RED'}, ${seen.minutes.toFixed(1)} min`)
  for (const line of [...seen.flaky, ...seen.failed]) console.log(`   ${line}`)
  // After each run: one that is cut short says as much as it has seen.
  await writeFile(DOCUMENT, `${before}\n\n${HEADING}\n\n${describeRuns(done, busy, today)}`)
}
for (const loop of loops) void loop.terminate()
process.exitCode = done.every(({ isGreen }) => isGreen) ? 0 : 1
