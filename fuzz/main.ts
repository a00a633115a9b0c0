/**
 * `npm run fuzz -- [--inputs 100000] [--seed n] [--only rest,auth]`: bad input for everything that listens. Prints its
 * seed, and for each finding its index and a line for a shell; exits with 1 when there was one, when the event loop
 * stood still for more than 50 ms, or when more than 1.2 times the memory was kept.
 */
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { DOORS, type Door } from './input.ts'
import { run } from './run.ts'
import { closeConnections } from './send.ts'
import { startWorld } from './world.ts'

const MOST_GROWTH = 1.2
const EVERY = 10_000

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
let told = 0
try {
  const world = await startWorld(postgres.url.replace(/\/postgres$/, '/tune_template'))
  const result = await run(world, {
    inputs,
    seed,
    ...(only && { only }),
    onBatch(sent) {
      if (sent - told < EVERY) return
      told = sent
      console.log(`  ${sent} sent, ${Math.round(sent / ((performance.now() - started) / 1000))} a second`)
    },
  })
  closeConnections()
  await world.close()
  for (const { index, caller, fault, curl } of result.findings)
    console.log(`✗ input ${index} as ${caller}: ${fault}\n  ${curl.slice(0, 1500)}`)
  for (const { ms, during } of result.stalls.slice(0, 20))
    console.log(`✗ stood still for ${ms} ms during\n  ${during.slice(0, 12).join('\n  ')}`)
  const failed = result.findings.length > 0 || result.stalls.length > 0 || result.growth > MOST_GROWTH
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`inputs: ${result.digest}`)
  console.log(`answers: ${JSON.stringify(result.statuses)}`)
  console.log(
    `${failed ? '✗' : '✓'} ${result.sent} inputs to ${result.targets} targets, ${seconds} s, ${result.findings.length} findings, ${result.stalls.length} stalls, memory × ${result.growth.toFixed(2)}`,
  )
  process.exitCode = failed ? 1 : 0
} finally {
  await postgres.stop()
}
