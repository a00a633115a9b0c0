/** The sign-in page's cover: there without a database, and read once for everybody. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWeb } from '../../../scripts/build-web.ts'
import { createApp } from '../../app.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { createDoorCover } from './door-cover.ts'

let market: Market
beforeAll(async () => {
  await buildWeb()
  market = await createMarket()
})
afterAll(() => market.close())

const door = async (app: ReturnType<typeof createApp>) => (await app.request('/')).text()

test('the door shows the free sample’s cover before any script, and its words are only words', async () => {
  expect(await door(createApp(market.ctx))).toContain('data-cover=""')
  await market.sql`
    insert into samples (project_name, author, thumbnail, video_id)
    values ('Hora', 'Banda', '/storage/v1/object/public/images/"><b>.webp', 'hora')`
  const page = await door(createApp(market.ctx))
  expect(page).toContain('data-cover="/storage/v1/object/public/images/&quot;&gt;&lt;b&gt;.webp"')
  expect(page).toContain('src="/storage/v1/render/image/public/images/&quot;&gt;&lt;b&gt;.webp?width=640"')
  expect(page).not.toContain('"><b>')
})

test('the sample is for anybody, its address signed', async () => {
  const app = createApp(market.ctx)
  const answer = await app.request('/api/v1/sample')
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: { videoUrl: string } }
  expect(new URL(data.videoUrl).searchParams.get('token')).toMatch(/^[0-9a-f]{64}$/)
})

test('whether there is a sample or none, many visitors ask the database once', async () => {
  for (const rows of [[], [{ thumbnail: '/images/sample.webp' }]]) {
    let asked = 0
    const cover = createDoorCover(
      Object.assign(async () => {
        asked++
        return rows
      }) as never,
    )
    for (let visitor = 0; visitor < 3; visitor++) await cover()
    expect(asked).toBe(1)
  }
})

test('a database that does not answer keeps nobody from the door', async () => {
  const cover = createDoorCover(Object.assign(() => Promise.reject(new Error('away')), {}) as never)
  expect(await cover()).toBe(null)
})
