// @module-tag release
/** `files copy` and `files verify`, as an operator calls them, between a folder and the emulated store. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Files } from '#server/platform/files/files.ts'
import { filesInFolder } from '#server/platform/files/folder.ts'
import { openS3 } from '#server/platform/files/s3.ts'
import { type Emulators, startEmulators } from '#server/testing/emulators.ts'
import { TEST_ENV } from '#server/testing/market.ts'
import { s3Environment, s3Of } from '#server/testing/stores.ts'

let emulators: Emulators
let store: Files
let folder: Files
let dataDir: string
let settings: Record<string, string>
beforeAll(async () => {
  emulators = await startEmulators()
  store = openS3(s3Of(emulators.origin), 'storage/')
  settings = s3Environment(emulators.origin)
})
afterAll(() => emulators.close())
beforeEach(async () => {
  await fetch(`${emulators.origin}/s3/_control/reset`, { method: 'POST' })
  dataDir = await mkdtemp(join(tmpdir(), 'tune-move-'))
  folder = filesInFolder(join(dataDir, 'storage'))
  return () => rm(dataDir, { recursive: true })
})

function tune(args: string[], env: Record<string, string> = settings) {
  const main = join(import.meta.dirname, 'main.ts')
  const all = {
    ...TEST_ENV,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    DATA_DIR: dataDir,
    ...env,
  }
  return new Promise<{ code: number; said: string; faults: string }>((resolve) => {
    execFile(process.execPath, [main, 'files', ...args], { env: all }, (fault, said, faults) =>
      resolve({ code: fault ? Number(fault.code) : 0, said, faults }),
    )
  })
}

test('a folder is copied, verified and copied again: only what is new is sent', async () => {
  for (let number = 0; number < 12; number++)
    await folder.put(`a/${number}`, Buffer.alloc(1000 * number, 'x'))
  await folder.put('a/b.x.draft', Buffer.from('half'))
  expect(await tune(['verify'])).toMatchObject({ code: 1, said: expect.stringContaining('12 are missing') })
  expect(await tune(['copy'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('12 files copied (66000 bytes), 0 were there'),
  })
  expect(await tune(['verify'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('12 files are the same'),
  })
  expect(await store.has('a/b.x.draft')).toBe(false)

  await folder.put('a/new', Buffer.from('new'))
  // Cut off by a store that is not atomic, and damaged.
  await store.put('a/3', Buffer.from('short'))
  await store.put('a/2', Buffer.alloc(2000, 'y'))
  expect(await tune(['copy'])).toMatchObject({ said: expect.stringContaining('2 files copied') })
  const verified = await tune(['verify'])
  expect(verified).toMatchObject({ code: 1, said: expect.stringContaining('12 files are the same') })
  expect(verified.said).toContain('different  a/2')
})

test('and back', async () => {
  await store.put('a/1', Buffer.from('bytes'))
  expect(await tune(['copy', '--back'])).toMatchObject({ said: expect.stringContaining('1 files copied') })
  expect(String(await folder.read('a/1'))).toBe('bytes')
  expect((await tune(['verify', '--back'])).code).toBe(0)
})

test('one that breaks off is taken up where it stopped', async () => {
  for (let number = 0; number < 40; number++) await folder.put(`a/${number}`, Buffer.from(`${number}`))
  const script = (scripted: object) =>
    fetch(`${emulators.origin}/s3/_control/next`, { method: 'POST', body: JSON.stringify(scripted) })
  // The list and some files succeed; then nothing does, however often it is tried.
  await script({ outcome: 'delay', times: 12 })
  await script({ outcome: 'http_503', times: 100 })
  const broken = await tune(['copy'])
  expect(broken).toMatchObject({ code: 2, faults: expect.stringContaining('answered 503') })
  expect(broken.faults).not.toContain('    at ')

  // Objects stay; what is scripted goes.
  for (let left = true; left; ) left = (await fetch(`${emulators.origin}/s3/tune/x`)).status === 503
  let there = 0
  for await (const _ of store.list()) there++
  expect(there).toBe(11)
  expect(await tune(['copy'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('bytes), 11 were there'),
  })
  expect((await tune(['verify'])).code).toBe(0)
})

test('without settings it says which', async () => {
  expect(await tune(['copy'], {})).toMatchObject({ code: 2, faults: expect.stringContaining('S3_ENDPOINT') })
  expect(await tune(['burn'])).toMatchObject({ code: 2, faults: expect.stringContaining('files copy') })
  const wrong = { ...settings, S3_SECRET_ACCESS_KEY: 'wrong' }
  expect(await tune(['copy'], wrong)).toMatchObject({
    code: 2,
    faults: expect.stringContaining('SignatureDoesNotMatch'),
  })
})
