/**
 * `npm run fuzz -- [--inputs 100000] [--seed n] [--only rest,auth]`: bad input for everything that listens. Prints its
 * seed, its progress, and for each finding its index and a line for a shell; exits with 1 when there was one. A stall of
 * the event loop is one when an input brings it about again, alone; all others are counted.
 */
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { DOORS, type Door } from './input.ts'
import { type Result, run } from './run.ts'
import { closeConnections } from './send.ts'
import { startWorld } from './world.ts'

/** Between two lines of progress. */
const TELL_EVERY_MS = 10_000

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    only: { type: 'string' },
  },
})
const [inputs, seed] = [
  Number(values.inputs),
  Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]),
]
const only = values.only?.split(',') as Door[] | undefined
if (!Number.isInteger(inputs) || !Number.isInteger(seed))
  throw new Error('--inputs and --seed take whole numbers')
if (only?.some((door) => !DOORS.includes(door))) throw new Error(`--only takes ${DOORS.join(', ')}`)

console.log(`bad input, seed ${seed}, ${inputs} inputs`)
const postgres = await startTestPostgres({ fsync: 'off', full_page_writes: 'off' })
const started = performance.now()
const secondsSoFar = () => (performance.now() - started) / 1000
let told = { at: started, findings: 0 }

function tell(soFar: Result): void {
  for (const { index, caller, fault, curl } of soFar.findings.slice(told.findings))
    console.log(`✗ input ${index} as ${caller}: ${fault}\n  ${curl.slice(0, 1500)}`)
  told = { ...told, findings: soFar.findings.length }
  if (performance.now() - told.at < TELL_EVERY_MS) return
  told = { ...told, at: performance.now() }
  const rate = soFar.sent / secondsSoFar()
  const left = Math.ceil((inputs - soFar.sent) / rate / 60)
  console.log(
    `  ${soFar.sent} sent, ${Math.round(rate)} a second, ${left} min left, ${soFar.findings.length} findings`,
  )
}

try {
  const world = await startWorld(postgres.url.replace(/\/postgres$/, '/tune_template'))
  const result = await run(world, { inputs, seed, ...(only && { only }), onBatch: tell })
  closeConnections()
  await world.close()
  tell(result)
  for (const { ms, during } of result.stalls.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  stood still for ${ms} ms, once, during\n    ${during.slice(0, 12).join('\n    ')}`)
  const failed = result.findings.length > 0
  console.log(`inputs: ${result.digest}`)
  console.log(`answers: ${JSON.stringify(result.statuses)}`)
  console.log(
    `${failed ? '✗' : '✓'} ${result.sent} inputs to ${result.targets} targets, ${secondsSoFar().toFixed(1)} s, ${result.findings.length} findings, ${result.unwritten} refused ones watched, ${result.stalls.length} stalls that no input repeats, memory × ${result.growth.toFixed(2)}`,
  )
  process.exitCode = failed ? 1 : 0
} finally {
  await postgres.stop()
}
