/** Runs every check in turn, reports what passed and failed, and ends with one line of totals. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureWindowlessBrowser } from './browser.ts'
import { ensureEngines } from './engines.ts'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules/.bin')

type Totals = { passed: number; failed: number }
/** The part of Vitest's JSON report that is read here. */
type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Runs a command with its output shown; a check that only passes or fails counts as one. */
function command(name: string, file: string, args: string[], cwd = ROOT): () => Promise<Totals> {
  return async () => {
    const code = await run(file, args, cwd)
    if (code !== 0) console.error(`✗ ${name}`)
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  }
}

/** Runs a Vitest configuration and counts its tests one by one. */
function tests(config: string): () => Promise<Totals> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tune-check-'))
    const report = join(folder, 'report.json')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${report}`]
    const code = await run(join(BIN, 'vitest'), ['run', '--config', config, ...reporters], ROOT)
    const json = await readFile(report, 'utf8').catch(() => null)
    await rm(folder, { recursive: true })
    const result: Report = json ? JSON.parse(json) : { numPassedTests: 0, numFailedTests: 0, testResults: [] }
    // A file that could not be loaded has no failed test.
    const unloaded = result.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    const failed = result.numFailedTests + unloaded.length
    // A run may fail without a failing test: a leaked process, an error outside any test.
    return { passed: result.numPassedTests, failed: failed > 0 || code === 0 ? failed : 1 }
  }
}

async function contractTests(): Promise<Totals> {
  const output: string[] = []
  const code = await run(join(BIN, 'forge'), ['test'], join(ROOT, 'contracts'), output)
  const line = /(\d+) tests passed, (\d+) failed/.exec(output.join(''))
  if (!line || code !== 0) console.error(output.join(''))
  return line ? { passed: Number(line[1]), failed: Number(line[2]) } : { passed: 0, failed: 1 }
}

function run(file: string, args: string[], cwd: string, output?: string[]): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      stdio: ['ignore', output ? 'pipe' : 'inherit', 'inherit'],
      // Tools use colours when they detect a build server; the stored output is plain text.
      env: process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' },
    })
    child.stdout?.on('data', (chunk) => output?.push(String(chunk)))
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const node = process.execPath
const CHECKS: [string, () => Promise<Totals>][] = [
  ['types', command('types', join(BIN, 'tsc'), ['-p', 'tsconfig.json', '--noEmit'])],
  [
    'types of the web',
    command('types of the web', join(BIN, 'tsc'), ['-p', 'web/tsconfig.json', '--noEmit']),
  ],
  [
    'types of the service worker',
    command('types of the service worker', join(BIN, 'tsc'), [
      '-p',
      'web/service-worker/tsconfig.json',
      '--noEmit',
    ]),
  ],
  ['lint and format', command('lint and format', join(BIN, 'biome'), ['ci', '--diagnostic-level=warn', '.'])],
  [
    'nothing unused',
    command('nothing unused', join(BIN, 'knip'), [
      '--include',
      'files,dependencies,unlisted,unresolved',
      '--no-config-hints',
    ]),
  ],
  ['generated code', command('generated code', node, ['scripts/build-contracts.ts', '--check'])],
  ['contracts', contractTests],
  ['unit, server and conformance tests', tests('vitest.config.ts')],
  ['journeys in a browser', tests('e2e/vitest.config.ts')],
]

process.env.CHROMIUM_PATH = ensureBrowser()
process.env.CHROMIUM_WINDOWLESS_PATH = ensureWindowlessBrowser()
ensureEngines()
const totals: Totals = { passed: 0, failed: 0 }
for (const [name, check] of CHECKS) {
  const from = performance.now()
  console.log(`\n── ${name}`)
  const { passed, failed } = await check()
  totals.passed += passed
  totals.failed += failed
  console.log(
    `── ${name}: ${passed} passed, ${failed} failed, ${((performance.now() - from) / 1000).toFixed(0)} s`,
  )
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1
