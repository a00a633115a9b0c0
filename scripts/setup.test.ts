// @module-tag release
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { lockPath, withLock } from './setup.mjs'

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
