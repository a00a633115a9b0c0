// @module-tag release
/** From the upload through the queue to the drawn picture, by two hosts that share their files. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from '../app.ts'
import { readEnv } from '../env.ts'
import { createFiles } from '../platform/files/create-files.ts'
import { createApiKey } from '../platform/http/api-keys.ts'
import { type Emulators, startEmulators } from '../testing/emulators.ts'
import { createMarket, TEST_ENV } from '../testing/market.ts'
import { s3Environment } from '../testing/stores.ts'
import { createTasks } from './tasks.ts'

let folder: string
let emulators: Emulators
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-draw-'))
  emulators = await startEmulators()
})
afterAll(async () => {
  await emulators.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['a folder', () => ({ DATA_DIR: folder }), () => ({ DATA_DIR: folder })],
  [
    'S3',
    () => ({ DATA_DIR: join(folder, 'web'), ...s3Environment(emulators.origin) }),
    () => ({ DATA_DIR: join(folder, 'worker'), ...s3Environment(emulators.origin) }),
  ],
])('an uploaded picture is drawn by a job of another host: in %s', async (_name, webEnv, workerEnv) => {
  const market = await createMarket({ env: webEnv() })
  onTestFinished(market.close)
  const { env } = market.ctx
  const fan = await market.newFan()
  const app = createApp(market.ctx)
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: '#f05' } })
  const apikey = createApiKey('anon', env.JWT_SECRET)
  const answer = await app.request(`/storage/v1/object/images/profile/${fan.uid}.png`, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${fan.token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await picture.png().toBuffer()),
  })
  expect(answer.status).toBe(200)
  const { Id: id } = (await answer.json()) as { Id: string }

  const elsewhere = createFiles(readEnv({ ...TEST_ENV, DATABASE_URL: env.DATABASE_URL, ...workerEnv() }))
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of elsewhere.list()) if (key.startsWith(id)) found.push(key)
    return found.sort()
  }
  expect(await keys()).toHaveLength(1)
  const [job] = await market.sql<{ payload: { id: string; version: string } }[]>`
    select payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'draw-picture'`
  const tasks = createTasks({ ...market.ctx, files: elsewhere })
  await tasks['draw-picture']?.(job?.payload as never, undefined as never)
  const version = job?.payload.version
  expect(await keys()).toEqual(
    [version, ...['1280', '160', '320', '640'].map((width) => `${version}.${width}.avif`)]
      .map((name) => `${id}/${name}`)
      .sort(),
  )
  const drawn = await app.request(`/storage/v1/render/image/public/images/profile/${fan.uid}.png?width=160`, {
    headers: { apikey, accept: 'image/avif' },
  })
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/avif'])

  await tasks['remove-files']?.({ files: [{ id, version }] } as never, undefined as never)
  expect(await keys()).toEqual([])
  await tasks['sweep-files']?.({} as never, undefined as never)
})
