/** From the upload through the queue to the drawn picture. */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createApiKey } from '../platform/http/api-keys.ts'
import { createMarket, type Market } from '../testing/market.ts'
import { createTasks } from './tasks.ts'

let folder: string
let market: Market
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tune-draw-'))
  market = await createMarket({ env: { DATA_DIR: folder } })
})
afterAll(async () => {
  await market.close()
  await rm(folder, { recursive: true })
})

test('an uploaded picture is drawn by a job', async () => {
  const fan = await market.newFan()
  const app = createApp(market.ctx)
  const picture = sharp({ create: { width: 900, height: 900, channels: 3, background: '#f05' } })
  const answer = await app.request(`/storage/v1/object/images/profile/${fan.uid}.png`, {
    method: 'POST',
    headers: {
      apikey: createApiKey('anon', market.ctx.env.JWT_SECRET),
      authorization: `Bearer ${fan.token}`,
      'content-type': 'image/png',
    },
    body: new Uint8Array(await picture.png().toBuffer()),
  })
  expect(answer.status).toBe(200)
  const { Id: id } = (await answer.json()) as { Id: string }
  const files = () => readdir(join(folder, 'storage', id))
  expect(await files()).toHaveLength(1)

  const [job] = await market.sql<{ payload: { id: string; version: string } }[]>`
    select payload
    from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'draw-picture'`
  await createTasks(market.ctx)['draw-picture']?.(job?.payload as never, undefined as never)
  const version = job?.payload.version
  expect((await files()).sort()).toEqual(
    [version, ...['1280', '160', '320', '640'].map((width) => `${version}.${width}.avif`)].sort(),
  )
})
