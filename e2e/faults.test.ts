/**
 * Short runs of `npm run faults`: with what can be done to any machine before every change, with everything and on a cluster before a
 * release. Long ones are for the night.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureEngine } from '../scripts/engines.ts'
import { expect, RELEASE, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
const canCluster = process.getuid?.() === 0 && ensureEngine('patroni') !== null

type Run = { on?: string; seed: number; minutes: number; only?: string }

async function faultsOf({
  on = 'world',
  seed,
  minutes,
  only = '',
}: Run): Promise<{ code: number | null; said: string }> {
  const given = ['--on', on, '--seed', String(seed), '--minutes', String(minutes), '--only', only]
  const child = spawn(process.execPath, ['simulator/faults/main.ts', ...given], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (some) => (said += some))
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Prints what the run said when it fails: the seed with which it happens again stands in its last line. */
async function expectNoFaults(run: Run): Promise<void> {
  test.setTimeout(600_000)
  const { code, said } = await faultsOf(run)
  expect(said).toContain('✓ all is well')
  expect(code).toBe(0)
}

test('a world whose server, Postgres, chain and outside services are killed keeps what it promised', () =>
  expectNoFaults({ seed: 7, minutes: 0.4, only: 'kill' }))

test('so does one whose chain stands still and drops blocks', () =>
  expectNoFaults({ seed: 8, minutes: 0.4, only: 'chain' }))

test('so does one that is killed, stopped, starved and lied to', RELEASE, () =>
  expectNoFaults({ seed: 7, minutes: 1 }),
)

test('so does a cluster, whose primary is lost with its disk', RELEASE, async () => {
  test.skip(!canCluster, 'as root on Debian')
  await expectNoFaults({ on: 'cluster', seed: 7, minutes: 0.5 })
})
