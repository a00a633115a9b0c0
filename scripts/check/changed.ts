/**
 * `npm run test:changed`: types, every rule, the server tests that reach what was changed, and the journeys that prove it. With
 * `npm run test:world` in another terminal the journeys find a world that is up.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ensureBrowser, ensureWindowlessBrowser } from '../browser.ts'
import { buildServer } from '../build-server.ts'
import { buildWeb } from '../build-web.ts'
import { journeysOf } from './journeys-of.ts'
import { BIN, ROOT, run } from './run.ts'
import { runTypes } from './static-checks.ts'
import { restartServer, warmWorld } from './warm-world.ts'

process.env.CHROMIUM_PATH = ensureBrowser()
process.env.CHROMIUM_WINDOWLESS_PATH = ensureWindowlessBrowser()
const changed = changedFiles()
console.log(changed.length === 0 ? 'Nothing has changed.' : changed.join('\n'))
if (changed.length > 0) process.exitCode = (await check()) ? 0 : 1

async function check(): Promise<boolean> {
  const journeys = journeysOf(readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8'), changed)
  const vitest = (...args: string[]) => run(join(BIN, 'vitest'), args, { shown: true })
  const [types, rules] = await Promise.all([runTypes(), vitest('run', '--project=rules')])
  if (types.failed.length > 0 || rules.code !== 0) return false
  const reached = [...changed.filter((path) => path.endsWith('.ts')), ...readersOf(changed)]
  const server = await vitest('related', '--run', '--project=server', '--passWithNoTests', ...reached)
  if (server.code !== 0) return false

  const world = await warmWorld()
  if (!world) console.log('`npm run test:world` in another terminal would spare its start.')
  await Promise.all([buildServer(), buildWeb()])
  if (world) await restartServer(world)
  const env = world ? { WARM_WORLD: JSON.stringify(world) } : {}
  const args = ['test', '--grep-invert=@release', ...journeys]
  return (await run(join(BIN, 'playwright'), args, { shown: true, env })).code === 0
}

/** Since main, committed or not. */
function changedFiles(): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
  const base = git('merge-base', 'HEAD', 'main') || 'HEAD'
  const listed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return listed.join('\n').split('\n').filter(Boolean)
}

/** Vitest follows imports: of SQL, texts and ABIs, the sources that name them. */
function readersOf(paths: readonly string[]): string[] {
  const names = paths
    .filter((path) => /^db\/|^i18n\/.*\.json$|^contracts\/abi\//.test(path))
    .map((path) => basename(path).replace(/\.\w+$/, ''))
  if (names.length === 0) return []
  const found = spawnSync(
    'git',
    ['grep', '-lwF', ...names.flatMap((name) => ['-e', name]), '--', 'server/*.ts'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  return found.stdout.trim().split('\n').filter(Boolean)
}
