/**
 * `npm run simulate -- [--steps 100000] [--seed n] [--mode pure|real] [--kills 0.03]`: one long run, in memory or on
 * the real product. Prints its seed and its coverage, and exits with 1 when something was wrong or never covered.
 */
import { parseArgs } from 'node:util'
import { startTestPostgres } from '#server/testing/postgres.ts'
import { neverMet } from './coverage.ts'
import { simulate } from './pure.ts'
import { anySeed } from './random.ts'
import { simulateReal } from './real.ts'
import type { Market } from './state.ts'

/** A run shorter than this may miss something rare without anything being wrong. */
const LONG_RUN = 100_000

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    mode: { type: 'string', default: 'pure' },
    kills: { type: 'string', default: '0.03' },
  },
})
const [steps, seed, kills] = [Number(values.steps), Number(values.seed ?? anySeed()), Number(values.kills)]
if (!Number.isInteger(steps) || !Number.isInteger(seed) || !(kills >= 0 && kills <= 1)) {
  throw new Error('--steps and --seed take whole numbers, --kills a number from 0 to 1')
}
if (values.mode !== 'pure' && values.mode !== 'real') throw new Error('--mode is pure or real')

async function run(): Promise<Market> {
  if (values.mode === 'pure') return simulate(seed, steps)
  const postgres = await startTestPostgres({ fsync: 'off', full_page_writes: 'off' })
  try {
    const databaseUrl = postgres.url.replace(/\/postgres$/, '/tune_template')
    return await simulateReal({ seed, steps, databaseUrl, kills })
  } finally {
    await postgres.stop()
  }
}

console.log(`${values.mode} market, seed ${seed}, ${steps} steps`)
const started = performance.now()
try {
  const { seen } = await run()
  for (const [what, times] of [...seen].toSorted()) console.log(`${String(times).padStart(8)}  ${what}`)
  const missing = neverMet(seen)
  for (const what of missing) console.log(`   never  ${what}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const failed = missing.length > 0 && steps >= LONG_RUN
  console.log(
    `${failed ? '✗ not everything was met with' : '✓ all is well'} after ${steps} steps, ${seconds} s`,
  )
  process.exitCode = failed ? 1 : 0
} catch (fault) {
  console.error(`✗ ${(fault as Error).message}`)
  process.exitCode = 1
}
