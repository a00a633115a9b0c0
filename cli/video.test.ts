// @module-tag release
/** `video`, as an operator calls it: into a bucket, whole or not at all, and played from there. */
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { createVideoHost } from '#server/platform/adapters/video.ts'
import { videoDoor } from '#server/platform/video/door.ts'
import { createVideoFiles } from '#server/platform/video/video-files.ts'
import { type Emulators, startEmulators } from '#server/testing/emulators.ts'
import { TEST_ENV } from '#server/testing/market.ts'

const FILM = join(import.meta.dirname, '../emulators/video/media/mare-cheia')
const S3 = {
  S3_BUCKET: 'films',
  S3_REGION: 'sa-east-1',
  S3_ACCESS_KEY_ID: 'AKIAFILMS',
  S3_SECRET_ACCESS_KEY: 'films/secret+key',
}

/** Each call is a process of its own, and many of them take a while on a busy machine. */
const SLOW = 120_000

let folder: string
let emulators: Emulators
let settings: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-film-'))
  emulators = await startEmulators(S3)
  settings = {
    ...TEST_ENV,
    ...S3,
    S3_ENDPOINT: `${emulators.origin}/s3`,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    DATA_DIR: '/nonexistent',
    VIDEO_PROVIDER: 's3',
  }
})
afterAll(async () => {
  await emulators.close()
  await rm(folder, { recursive: true, force: true })
})

function tune(args: string[], more: Record<string, string> = {}) {
  return new Promise<{ code: number; said: string }>((resolve) => {
    const main = join(import.meta.dirname, 'main.ts')
    const env = { ...settings, ...more }
    execFile(process.execPath, [main, 'video', ...args], { env }, (fault, said, faults) =>
      resolve({ code: fault ? Number(fault.code) : 0, said: said + faults }),
    )
  })
}

function answerOf(path: string) {
  const env = readEnv(settings)
  return videoDoor(env, createVideoFiles(env), async () => '').request(path)
}

test(
  'a folder goes into the bucket, is played from there, and is taken away',
  async () => {
    expect(await tune(['add', 'mare', FILM])).toMatchObject({
      code: 0,
      said: expect.stringContaining('20 files'),
    })
    expect(await tune(['add', 'mare', FILM])).toMatchObject({
      code: 2,
      said: expect.stringContaining('already'),
    })
    const page = new URL(createVideoHost(readEnv(settings)).signedUrl('mare', Date.now() + 60_000))
    const below = `/video/mare/${page.searchParams.get('expires')}/${page.searchParams.get('token')}`
    expect(await (await answerOf(`${below}/index.m3u8`)).text()).toContain('#EXTM3U')
    expect((await (await answerOf(`${below}/000.m4s`)).arrayBuffer()).byteLength).toBeGreaterThan(1000)
    expect(await tune(['remove', 'mare'])).toMatchObject({
      code: 0,
      said: expect.stringContaining('20 files'),
    })
    expect((await answerOf(`${below}/index.m3u8`)).status).toBe(404)
    expect((await tune(['remove', 'mare'])).code).toBe(2)
  },
  SLOW,
)

test(
  'what is not whole, or no video, is refused before anything is stored',
  async () => {
    const broken = join(folder, 'broken')
    await cp(FILM, broken, { recursive: true })
    await rm(join(broken, '003.m4s'))
    expect((await tune(['add', 'sol', broken])).said).toContain('names what is not there: 003.m4s')
    await cp(FILM, broken, { recursive: true })
    await writeFile(join(broken, 'notes.txt'), '')
    expect((await tune(['add', 'sol', broken])).said).toContain('Not part of a video: notes.txt')
    expect((await tune(['add', 'sol', folder])).said).toContain('has no index.m3u8')
    expect((await tune(['add', '../sol', FILM])).said).toContain('An id has')
    expect((await tune(['add', 'sol', '/nowhere'])).said).toContain('does not exist')
    expect((await tune(['remove', 'sol'])).said).toContain('There is no video sol')
  },
  SLOW,
)

test('without ffmpeg a film is refused with a way out', async () => {
  await writeFile(join(folder, 'film.mov'), 'film')
  const { code, said } = await tune(['add', 'film', join(folder, 'film.mov')], { PATH: '/nonexistent' })
  expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining('ffmpeg is not installed') })
})
