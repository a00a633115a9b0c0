/** The endpoints that are one query or one call: wallet, balance, sample, alert. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

describe('POST /wallet', () => {
  test('makes one wallet and keeps it, however often it is asked for', async () => {
    const fan = await market.newFan()
    await market.sql`update users set is_complete_profile = false, wallet = null where uid = ${fan.uid}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => market.call(fan, '/wallet', {})))
    const wallets = new Set(answers.map(({ data }) => (data as { wallet: string }).wallet))
    expect(wallets.size).toBe(1)
    expect(await market.sql`select wallet from users where uid = ${fan.uid}`).toEqual([
      { wallet: [...wallets][0] },
    ])
  })
})

describe('GET /balance', () => {
  test('is nothing and nothing for a fan without a movement', async () => {
    const answer = await market.call(await market.newFan(), '/balance')
    expect(answer).toEqual({ status: 200, data: { data: { balance: 0, totalBided: 0 } } })
  })
})

describe('GET /sample', () => {
  test('is signed for a day', async () => {
    const fan = await market.newFan()
    expect((await market.call(fan, '/sample')).status).toBe(404)
    await market.sql`
      insert into samples (project_name, author, thumbnail, video_id) values ('Hora', 'Banda', '/c', 'hora')`
    const { data } = (await market.call(fan, '/sample')) as {
      data: { videoUrl: string; projectName: string }
    }
    expect(data.projectName).toBe('Hora')
    const expires = Number(new URL(data.videoUrl).searchParams.get('expires')) * 1000
    expect(expires).toBeGreaterThan(Date.now() + 86_000_000)
    expect(expires).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })
})

describe('POST /alert', () => {
  test('writes to support, and not without end', async () => {
    const fan = await market.newFan()
    const alert = () => market.call(fan, '/alert', { screen: 'payment', message: 'timeout' })
    expect(await alert()).toMatchObject({ status: 200, data: { sent: true } })
    const mails = await market.sql`
      select payload ->> 'to' as to from graphile_worker._private_jobs
      where payload ->> 'template' = 'support_alert'`
    expect(mails).toEqual([{ to: market.ctx.env.SUPPORT_EMAIL }])
    const statuses = await Promise.all(Array.from({ length: 8 }, alert))
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(4)
    expect((await market.call(fan, '/alert', { screen: '', message: '' })).status).toBe(400)
  })
})
