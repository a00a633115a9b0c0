/**
 * `npm run test:soak -- --runs 20 --busy 2`: the first tier again and again, on an unchanged tree and beside busy loops, as
 * on a machine that others use. Writes what happened as the last part of docs/tests.md. The logs stay in
 * node_modules/.cache/soak, and another call on the same tree adds to them: twenty runs take longer than most evenings.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { ROOT, run } from './run.ts'
import { describeRuns, readRun } from './soak-runs.ts'

const DOCUMENT = join(ROOT, 'docs/tests.md')
const HEADING = '## Measured'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '20' }, busy: { type: 'string', default: '2' } },
})
const [runs, busy] = [Number(values.runs), Number(values.busy)]

const tree = spawnSync('git', ['rev-parse', '--short', 'HEAD^{tree}'], { cwd: ROOT, encoding: 'utf8' })
const logs = join(ROOT, 'node_modules/.cache/soak', `${tree.stdout.trim()}-busy-${busy}`)
await mkdir(logs, { recursive: true })
const done = await Promise.all(
  (await readdir(logs)).map(async (name) => readRun(await readFile(join(logs, name), 'utf8'))),
)
const before = (await readFile(DOCUMENT, 'utf8')).split(`\n${HEADING}\n`)[0]?.trimEnd()
const loops = Array.from({ length: busy }, () => new Worker('for (;;);', { eval: true }))
for (let left = runs; left > 0; left--) {
  const { output } = await run(process.execPath, ['scripts/check/main.ts'])
  const today = new Date().toISOString()
  await writeFile(join(logs, `${today}.log`), output)
  const seen = readRun(output)
  done.push(seen)
  console.log(`${done.length}: ${seen.isGreen ? 'green' : 'RED'}, ${seen.minutes.toFixed(1)} min`)
  for (const line of [...seen.flaky, ...seen.failed]) console.log(`   ${line}`)
  // After each run: one that is cut short says as much as it has seen.
  await writeFile(DOCUMENT, `${before}\n\n${HEADING}\n\n${describeRuns(done, busy, today.slice(0, 10))}`)
}
for (const loop of loops) void loop.terminate()
process.exitCode = done.every(({ isGreen }) => isGreen) ? 0 : 1
