// @module-tag release
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { lockPath, ROOT, requireLibrary, requireNode, withLock } from './setup.mjs'

/** A lock that claims to be held by `pid`. */
function heldBy(pid: number): string {
  const name = `test-${randomBytes(6).toString('hex')}`
  mkdirSync(lockPath(name))
  writeFileSync(join(lockPath(name), 'pid'), String(pid))
  onTestFinished(() => rmSync(lockPath(name), { recursive: true, force: true }))
  return name
}

test('a lock whose holder was killed keeps nobody waiting', async () => {
  const dead = spawnSync(process.execPath, ['--version']).pid
  expect(await withLock(heldBy(dead), () => 'mine')).toBe('mine')
})

test('a lock whose holder lives is waited for', async () => {
  const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const name = heldBy(holder.pid as number)
  let entered = false
  const waiting = withLock(name, () => {
    entered = true
  })
  await sleep(600)
  expect(entered).toBe(false)
  holder.kill('SIGKILL')
  await waiting
  expect(entered).toBe(true)
})

test('a Node that is too old is refused in a sentence, before anything is touched', () => {
  expect(() => requireNode('18.19.1')).toThrow(/Node 20 or newer, and this is 18\.19\.1.*Nothing was changed/)
  requireNode('20.0.0')
})

test('without a library that our Node needs, and without the right to install it, the way out is a sentence', () => {
  const absent = () => false
  expect(() => requireLibrary(absent, false)).toThrow(/libatomic1.*Nothing was changed/)
  // This system has it, or tests would not run.
  requireLibrary(undefined, false)
})

/** Asks the registry at `registry`, as an installation does; what is said meanwhile. */
function reach(registry: string): { reached: string; said: string[] } {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '-e',
      `import('./scripts/setup.mjs').then(async ({ reachRegistry }) => console.log(await reachRegistry(0)))`,
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, npm_config_registry: registry } },
  )
  return { reached: stdout.trim(), said: stderr.trim().split('\n').filter(Boolean) }
}

test('a registry out of reach is said each time it is asked', () => {
  const { reached, said } = reach('http://127.0.0.1:1/')
  expect(reached).toBe('false')
  expect(said).toEqual([
    expect.stringMatching(/does not answer \(ECONNREFUSED\); asking again, 2 of 3/),
    expect.stringMatching(/asking again, 3 of 3/),
    expect.stringMatching(/trying with what npm has kept/),
  ])
})

test('a registry that answers, be it with a refusal, is reached', async () => {
  const server = spawn(process.execPath, [
    '-e',
    `const server = require('node:http').createServer((_, answer) => answer.writeHead(404).end('{}'))
     server.listen(0, '127.0.0.1', () => console.log(server.address().port))`,
  ])
  onTestFinished(() => void server.kill('SIGKILL'))
  const port = await new Promise<number>((resolve) =>
    server.stdout.once('data', (text) => resolve(Number(text))),
  )
  expect(reach(`http://127.0.0.1:${port}/`)).toEqual({ reached: 'true', said: [] })
})
