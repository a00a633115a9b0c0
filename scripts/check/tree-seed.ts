/** The seed of whatever a test draws at random: the same for the same sources, another for others. */
import { spawnSync } from 'node:child_process'

/** From `TEST_SEED`, or else from the commit's tree; 1 outside a repository. */
export function treeSeed(): number {
  if (process.env.TEST_SEED) return Number(process.env.TEST_SEED)
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD^{tree}'], { encoding: 'utf8' })
  return Number.parseInt(stdout.slice(0, 7) || '1', 16)
}
