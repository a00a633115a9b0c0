/**
 * `npm run test:changed`: types, every rule, the server tests that reach what was changed, and the journeys that prove it. With
 * `npm run test:world` in another terminal the journeys find a world that is up.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureWindowlessBrowser } from '../browser.ts'
import { buildServer } from '../build-server.ts'
import { buildWeb } from '../build-web.ts'
import { journeysOf } from './journeys-of.ts'
import { changedFiles, reachedBy } from './reached.ts'
import { BIN, ROOT, run } from './run.ts'
import { runTypes } from './static-checks.ts'
import { restartServer, warmWorld } from './warm-world.ts'

process.env.CHROMIUM_PATH = ensureBrowser()
process.env.CHROMIUM_WINDOWLESS_PATH = ensureWindowlessBrowser()
const changed = changedFiles(ROOT)
console.log(changed.length === 0 ? 'Nothing has changed.' : changed.join('\n'))
if (changed.length > 0) process.exitCode = (await check()) ? 0 : 1

async function check(): Promise<boolean> {
  const journeys = journeysOf(readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8'), changed)
  const vitest = (...args: string[]) => run(join(BIN, 'vitest'), args, { shown: true })
  const [types, rules] = await Promise.all([runTypes(), vitest('run', '--project=rules')])
  if (types.failed.length > 0 || rules.code !== 0) return false
  const reached = reachedBy(changed, ROOT)
  // A change of SQL always has tests.
  const mayBeNone = changed.some((path) => path.endsWith('.sql')) ? [] : ['--passWithNoTests']
  const server = reached
    ? await vitest('related', '--run', '--project=server', ...mayBeNone, ...reached)
    : await vitest('run', '--project=server', '--tagsFilter=!release')
  if (server.code !== 0) return false

  const world = await warmWorld()
  if (!world) console.log('`npm run test:world` in another terminal would spare its start.')
  await Promise.all([buildServer(), buildWeb()])
  if (world) await restartServer(world)
  const env = world ? { WARM_WORLD: JSON.stringify(world) } : {}
  const args = ['test', '--grep-invert=@release', ...journeys]
  return (await run(join(BIN, 'playwright'), args, { shown: true, env })).code === 0
}
