/** A short run of `npm run faults` on each kind of world; long ones are for the night. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ensureEngine } from '../scripts/engines.ts'
import { expect, RELEASE, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
const canCluster = process.getuid?.() === 0 && ensureEngine('patroni') !== null

async function faultsOn(kind: string, seed: number): Promise<{ code: number | null; said: string }> {
  const args = ['simulator/faults/main.ts', '--on', kind, '--seed', String(seed), '--minutes', '0.5']
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (some) => (said += some))
  const [code] = await once(child, 'close')
  return { code, said }
}

test('a world whose processes are killed and stopped keeps what it promised', RELEASE, async () => {
  test.setTimeout(600_000)
  const { code, said } = await faultsOn('world', 7)
  expect(said).toContain('✓ all is well')
  expect(code).toBe(0)
})

test('so does a cluster, whose primary is lost with its disk', RELEASE, async () => {
  test.skip(!canCluster, 'as root on Debian')
  test.setTimeout(600_000)
  const { code, said } = await faultsOn('cluster', 7)
  expect(said).toContain('✓ all is well')
  expect(code).toBe(0)
})
