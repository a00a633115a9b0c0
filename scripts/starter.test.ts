// @module-tag release
/** The starter of a script is killed, in every way there is: nothing of the script is left. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from './is-alive.ts'
import { ROOT } from './setup.mjs'

const GONE_WITHIN_MS = 20_000

/** A stand-in for a world: it holds a part of its own, and prints both process ids. */
const STAND_IN = `
import { leash } from ${JSON.stringify(join(ROOT, 'scripts/leash.mjs'))}
const part = leash(process.execPath, ['-e', 'console.log(process.pid); setInterval(() => undefined, 1000)'])
part.stdout.once('data', (pid) => console.log('up', process.pid, String(pid).trim()))
setInterval(() => undefined, 1000)
`
/** As npm does it: the line of package.json, in a shell. */
const NPM = `require('node:child_process').spawn('sh', ['-c', process.argv[1]], { stdio: 'inherit' })`

type Family = { npm: ChildProcess; starter: number; script: number; part: number }

async function start(options: { ignoresTerm?: boolean } = {}): Promise<Family> {
  const folder = mkdtempSync(join(tmpdir(), 'tune-starter-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const script = join(folder, 'stand-in.mjs')
  writeFileSync(script, `${STAND_IN}\n${options.ignoresTerm ? "process.on('SIGTERM', () => undefined)" : ''}`)
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const line = scripts.tune.replace('cli/main.ts', relative(ROOT, script))
  const npm = spawn(process.execPath, ['-e', NPM, line], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const [, own, part] = await new Promise<number[]>((resolve, reject) => {
    // The starter may print something first, when packages have to be installed.
    npm.stdout.on('data', (text) => {
      said += String(text)
      const numbers = /up (\d+) (\d+)/.exec(said)
      if (numbers) resolve(numbers.map(Number))
    })
    npm.once('exit', () => reject(new Error('the stand-in did not start')))
  })
  // The shell that holds the script stands between it and the process running run.mjs.
  const starter = parentOf(parentOf(own as number))
  const family = { npm, starter, script: own as number, part: part as number }
  onTestFinished(() => {
    for (const pid of [starter, family.script, family.part].filter(isAlive)) process.kill(pid, 'SIGKILL')
  })
  return family
}

function parentOf(pid: number): number {
  return Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  )
}

async function expectGone({ starter, script, part }: Family): Promise<void> {
  await expect.poll(() => [starter, script, part].filter(isAlive), { timeout: GONE_WITHIN_MS }).toEqual([])
}

test.each(['SIGKILL', 'SIGTERM'] as const)('npm ends by %s, and all that it started', async (signal) => {
  const family = await start()
  family.npm.kill(signal)
  await expectGone(family)
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the starter ends by %s, and all that it started',
  async (signal) => {
    const family = await start()
    process.kill(family.starter, signal)
    await expectGone(family)
  },
)

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the script ends by %s, and what stands around it',
  async (signal) => {
    const family = await start()
    process.kill(family.script, signal)
    await expectGone(family)
  },
)

test('a script that does not listen is killed', async () => {
  const family = await start({ ignoresTerm: true })
  family.npm.kill('SIGKILL')
  await expectGone(family)
})
