/** What both kinds of store promise, and what S3 does when it is away, slow or in disorder. */
import { once } from 'node:events'
import { openAsBlob } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../../env.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { TEST_ENV } from '../../testing/market.ts'
import { STORES, s3Of, type TestStore } from '../../testing/stores.ts'
import { createFiles } from './create-files.ts'
import { FilesUnavailable } from './files.ts'
import { filesInFolder } from './folder.ts'
import { PATIENCE } from './patient-fetch.ts'
import { openS3 } from './s3.ts'
import type { S3Settings } from './s3-settings.ts'

const text = async (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

describe.each(STORES)('in $store', ({ openStore }) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())

  test('what is put is read whole, in part and as a stream, listed and removed', async () => {
    const { files } = store
    await files.put('a/1', Buffer.from('0123456789'))
    expect(String(await files.read('a/1'))).toBe('0123456789')
    const whole = await files.open('a/1', { whole: true })
    expect(whole?.size).toBe(10)
    expect(await text((await whole?.stream(null)) as ReadableStream)).toBe('0123456789')
    const part = await files.open('a/1', { whole: false })
    expect(part?.size).toBe(10)
    expect(await text((await part?.stream({ start: 3, end: 5 })) as ReadableStream)).toBe('345')
    const unread = await files.open('a/1', { whole: true })
    await unread?.close()

    await files.put('b/2', Buffer.from('0123456789'))
    await files.keep('a/1.small', Buffer.from('small'))
    await files.keep('a/1.small', Buffer.from('again'))
    expect(String(await files.read('a/1.small'))).toBe('again')
    expect(await store.keys().then((keys) => keys.sort())).toEqual(['a/1', 'a/1.small', 'b/2'])
    for await (const { key, size, modified } of files.list()) {
      expect(size).toBe(key === 'a/1.small' ? 5 : 10)
      expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(3_600_000)
    }
    await files.remove(['a/1', 'a/1.small', 'never/there'])
    expect(await store.keys()).toEqual(['b/2'])
    expect([await files.has('a/1'), await files.has('b/2')]).toEqual([false, true])
    await files.remove([])
  })

  test('what is not there is neither read nor opened', async () => {
    const { files } = store
    expect(await files.read('no/thing')).toBeNull()
    expect(await files.open('no/thing', { whole: true })).toBeNull()
    expect(await files.open('no/thing', { whole: false })).toBeNull()
    expect(await files.has('no/thing')).toBe(false)
  })

  test('nothing at all is a file too, and one on disk is put as it is', async () => {
    const { files } = store
    await files.put('empty/1', Buffer.alloc(0))
    expect(await files.read('empty/1')).toEqual(Buffer.alloc(0))
    for (const whole of [true, false]) {
      const opened = await files.open('empty/1', { whole })
      expect(opened?.size).toBe(0)
      expect(await text((await opened?.stream(null)) as ReadableStream)).toBe('')
    }
    const folder = await mkdtemp(join(tmpdir(), 'tune-blob-'))
    const bytes = Buffer.alloc(300_000, 'blob')
    await writeFile(join(folder, 'blob'), bytes)
    await files.put('blob/1', await openAsBlob(join(folder, 'blob')))
    expect(await files.read('blob/1')).toEqual(bytes)
    await rm(folder, { recursive: true })
  })
})

test('a key never leads out of the folder', async () => {
  const files = filesInFolder('/nowhere')
  for (const key of ['../x', 'a/../../x', '/x', 'a//x', 'a\\..\\x'])
    await expect(async () => files.read(key)).rejects.toThrow('not a key')
})

test('a folder that cannot be written to is a fault, and a half-written draft is no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tune-keep-'))
  const files = filesInFolder(folder)
  await expect(files.keep('no-such-folder/x', Buffer.from('x'))).rejects.toThrow('ENOENT')
  await files.put('a/1', Buffer.from('x'))
  await expect(files.read('a')).rejects.toThrow('EISDIR')
  expect(await readdir(folder)).toEqual(['a'])
  await rm(folder, { recursive: true })
})

describe('S3', () => {
  const HASTY = { ...PATIENCE, answerMs: 300, silenceMs: 300, pauseMs: 1 }
  let emulators: Emulators
  beforeAll(async () => {
    emulators = await startEmulators()
  })
  afterAll(() => emulators.close())
  const open = (changes: Partial<S3Settings> = {}, patience = { ...PATIENCE, pauseMs: 1 }) =>
    openS3({ ...s3Of(emulators.origin), ...changes }, 'storage/', patience)
  const script = (scripted: object) =>
    fetch(`${emulators.origin}/s3/_control/next`, { method: 'POST', body: JSON.stringify(scripted) })

  test.each(['http_503', 'http_500', 'http_429', 'slow_down', 'drop_answer'])(
    'meets %s twice and succeeds, or three times and says so',
    async (outcome) => {
      const files = open()
      const key = `${outcome}/1`
      await script({ outcome, times: 2 })
      await files.put(key, Buffer.from('x'))
      await script({ outcome, times: 2 })
      expect(String(await files.read(key))).toBe('x')
      await script({ outcome, times: 3 })
      await expect(files.put(`${outcome}/2`, Buffer.from('x'))).rejects.toThrow(FilesUnavailable)
      await script({ outcome, times: 3 })
      await expect(files.read(key)).rejects.toThrow(FilesUnavailable)
      // Answers that got lost were given: the object is there, and nobody was told so.
      expect(await files.has(`${outcome}/2`)).toBe(outcome === 'drop_answer')
    },
  )

  test('that never answers is given up', async () => {
    const files = open({}, HASTY)
    await script({ outcome: 'timeout', times: 3 })
    await expect(files.read('a/1')).rejects.toThrow(FilesUnavailable)
  })

  test('is more than one page, and removes more than one request', async () => {
    const files = open()
    const keys = Array.from({ length: 1001 }, (_, index) => `many/${index}`)
    for (const key of keys) await files.put(key, Buffer.from('x'))
    const listed: string[] = []
    for await (const { key } of files.list()) if (key.startsWith('many/')) listed.push(key)
    expect(listed.sort()).toEqual(keys.sort())
    await files.remove(keys)
    for await (const { key } of files.list()) expect(key).not.toContain('many/')
  })

  test.each([
    ['a bucket that is missing', { bucket: 'missing' }],
    ['a secret that is wrong', { secretAccessKey: 'wrong' }],
    ['another region', { region: 'sa-east-1' }],
    ['a store that is away', { endpoint: 'http://127.0.0.1:1' }],
  ])('%s is never taken for a missing file', async (_name, changes) => {
    const files = open(changes)
    await expect(files.read('a/1')).rejects.toThrow(FilesUnavailable)
    await expect(files.open('a/1', { whole: true })).rejects.toThrow(FilesUnavailable)
    await expect(files.put('a/1', Buffer.from('x'))).rejects.toThrow(FilesUnavailable)
    await expect(files.remove(['a/1'])).rejects.toThrow(FilesUnavailable)
    await expect(files.list()[Symbol.asyncIterator]().next()).rejects.toThrow(FilesUnavailable)
  })

  /** A store that answers every request in the way of `answer`. */
  async function strangeStore(answer: (response: ServerResponse) => void) {
    const server = createServer((_request, response) => answer(response))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    return open({ endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }, HASTY)
  }

  test('hears at once when the reader has left', async () => {
    const left = Promise.withResolvers<void>()
    const files = await strangeStore((response) => {
      response.writeHead(200, { 'content-length': 1e9 }).write('x'.repeat(1000))
      response.on('close', left.resolve)
    })
    const opened = await files.open('a/1', { whole: true })
    const reader = (await opened?.stream(null))?.getReader()
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0)
    await reader?.cancel()
    await left.promise

    const unread = Promise.withResolvers<void>()
    const other = await strangeStore((response) => {
      response.writeHead(200, { 'content-length': 1e9 }).write('x')
      response.on('close', unread.resolve)
    })
    await (await other.open('a/1', { whole: true }))?.close()
    await unread.promise
  })

  test.each([
    ['stops in the middle', (response: ServerResponse) => response.write('half')],
    ['breaks off', (response: ServerResponse) => response.write('half', () => response.destroy())],
  ])('that %s has sent no file', async (_name, go) => {
    const files = await strangeStore((response) => {
      response.writeHead(200, { 'content-length': 1000 })
      go(response)
    })
    const opened = await files.open('a/1', { whole: true })
    await expect(text((await opened?.stream(null)) as ReadableStream)).rejects.toThrow()
    await expect(files.read('a/1')).rejects.toThrow(FilesUnavailable)
  })

  test('that does not say how long a file is has none', async () => {
    const files = await strangeStore((response) =>
      response.writeHead(200, { 'transfer-encoding': 'chunked' }).end('chunk'),
    )
    await expect(files.open('a/1', { whole: true })).rejects.toThrow('how long')
    await expect(files.open('a/1', { whole: false })).rejects.toThrow('how long')
  })

  test('that sends everything where a part was asked for is not believed', async () => {
    const files = await strangeStore((response) => {
      response.writeHead(200, { 'content-length': 10 }).end('0123456789')
    })
    const opened = await files.open('a/1', { whole: false })
    await expect(opened?.stream({ start: 1, end: 2 })).rejects.toThrow('does not send parts')
  })
})

describe('the environment', () => {
  const required = { ...TEST_ENV, DATABASE_URL: 'postgres://x/y', DATA_DIR: '/data' }
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'tune-files',
    S3_REGION: 'sa-east-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  test('names the folder, or the bucket', () => {
    expect(createFiles(readEnv(required)).name).toBe('/data/storage')
    const named = { ...required, ...s3 }
    expect(createFiles(readEnv(named)).name).toBe('https://s3.example/tune-files')
    const before = { ...named, S3_PATH_STYLE: 'off' }
    expect(createFiles(readEnv(before)).name).toBe('https://tune-files.s3.example/')
  })

  test.each(Object.keys(s3))('says that %s is missing from the others', (name) => {
    const [other] = Object.keys(s3).filter((one) => one !== name)
    expect(() => readEnv({ ...required, ...s3, [name]: '' })).toThrow(
      `  ${name}: is not set, but ${other} is`,
    )
  })

  test('says what is wrong with them, together with all other faults', () => {
    const wrong = { ...required, S3_ENDPOINT: 's3.example', S3_BUCKET: 'Not A Bucket', SMTP_URL: '' }
    expect(() => readEnv(wrong)).toThrow(
      /SMTP_URL: is not set(.|\n)*S3_ENDPOINT: (.|\n)*S3_BUCKET: (.|\n)*S3_REGION: is not set/,
    )
  })
})
