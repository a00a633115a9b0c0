/** Push notifications: who gets them, in which words, how often, and what happens to dead subscriptions. */
import { createECDH, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { createPushBrowser, type PushBrowser } from '../../testing/push-browser.ts'
import { createTasks } from '../tasks.ts'

const pair = createECDH('prime256v1')
const VAPID_PUBLIC_KEY = pair.generateKeys('base64url')
const VAPID_PRIVATE_KEY = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString(
  'base64url',
)

let market: Market
let service: Emulators
beforeAll(async () => {
  service = await startEmulators()
  market = await createMarket({
    env: { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PUSH_SERVICES: `https://*.push.test,${service.origin}` },
  })
})
afterAll(async () => {
  await market.close()
  await service.close()
})
beforeEach(() => control('/reset', {}))

async function control<Body>(path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(`${service.origin}/push/_control${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Body
}

type Device = PushBrowser & { endpoint: string }

async function newDevice(fan: TestFan): Promise<Device> {
  const { endpoint } = await control<{ endpoint: string }>('/subscribe', {
    applicationServerKey: VAPID_PUBLIC_KEY,
  })
  const browser = createPushBrowser()
  const answer = await market.call(fan, '/push-subscriptions', { endpoint, keys: browser.keys })
  expect(answer.status).toBe(200)
  return { ...browser, endpoint }
}

async function tell(fan: TestFan, kind: string, data: Record<string, string | number>): Promise<number> {
  await market.sql`select private.tell(${market.sql.json([{ fan: fan.uid, kind, data }])})`
  const [row] = await market.sql<[{ id: number }]>`
    select id from notifications where user_id = ${fan.uid} order by id desc limit 1`
  return row.id
}

type Job = { notification: number; subscription: number }
async function jobsOf(notification: number): Promise<Job[]> {
  const rows = await market.sql<{ payload: Job }[]>`
    select payload from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'push-notification' and payload ->> 'notification' = ${String(notification)}
    order by jobs.id`
  return rows.map(({ payload }) => payload)
}
const run = async (job: Job) =>
  createTasks(market.ctx)['push-notification']?.(job as never, undefined as never)
async function deliver(notification: number): Promise<void> {
  for (const job of await jobsOf(notification)) await run(job)
}

type Kept = { ttl: number; urgency: string; topic: string; body: string }
async function received({ endpoint, read }: Device) {
  const kept = await control<Kept[]>(`/messages?endpoint=${encodeURIComponent(endpoint)}`)
  return kept.map(({ body, ...message }) => ({
    ...message,
    ...JSON.parse(read(Buffer.from(body, 'base64'))),
  }))
}
const subscriptionsOf = async (fan: TestFan) =>
  (await market.sql`select from push_subscriptions where user_id = ${fan.uid}`).length

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

describe('news', () => {
  test('reach each device of the fan, in the fan’s language, without an amount', async () => {
    const fan = await market.newFan()
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const devices = [await newDevice(fan), await newDevice(fan)]
    const other = await newDevice(await market.newFan())
    const auction = '3f2b1c9e-5a47-4d0b-9f1e-0a6d2c8b7e11'
    await deliver(await tell(fan, 'outbid', { project: 'Maré', auction, amount: 2000, leading: 3000 }))
    for (const device of devices) {
      const [message, ...more] = await received(device)
      expect(more).toEqual([])
      expect(message).toMatchObject({
        title: 'Your bid was passed',
        body: 'It still stands in the auction of Maré: there is nothing you need to do.',
        path: `/auction/${auction}`,
        language: 'en',
        urgency: 'normal',
      })
      expect(JSON.stringify(message)).not.toMatch(/R\$|20,00|30,00/)
    }
    expect(await received(other)).toEqual([])
  })

  test('are for the three kinds that cannot wait, and for nobody who has not asked', async () => {
    const fan = await market.newFan()
    expect(await jobsOf(await tell(fan, 'won', { project: 'Maré' }))).toEqual([])
    await newDevice(fan)
    expect(await jobsOf(await tell(fan, 'deposit_credited', { amount: 500 }))).toEqual([])
    expect(await jobsOf(await tell(fan, 'won', { project: 'Maré' }))).toHaveLength(1)
  })

  test('of an ending live until the end, and are no news after it', async () => {
    const fan = await market.newFan()
    const device = await newDevice(fan)
    await deliver(await tell(fan, 'ending_soon', { project: 'Maré', until: inMinutes(-1) }))
    expect(await received(device)).toEqual([])
    await deliver(await tell(fan, 'ending_soon', { project: 'Maré', until: inMinutes(10) }))
    const [message] = await received(device)
    expect(message).toMatchObject({ title: 'Maré está quase no fim', path: '/shelf', urgency: 'high' })
    expect(message?.ttl).toBeGreaterThan(500)
    expect(message?.ttl).toBeLessThanOrEqual(600)
  })

  test('that were sent and not answered come once, when they are sent again', async () => {
    const fan = await market.newFan()
    const device = await newDevice(fan)
    const [job] = await jobsOf(await tell(fan, 'won', { project: 'Maré' }))
    await control('/next', { outcome: 'drop_answer' })
    await expect(run(job as Job)).rejects.toThrow()
    await run(job as Job)
    const messages = await received(device)
    expect(messages).toHaveLength(1)
    expect(messages[0]?.tag).toBe(`news-${job?.notification}`)
  })

  test('wait for as long as a busy push service asks for, and the device is kept', async () => {
    const fan = await market.newFan()
    const device = await newDevice(fan)
    const notification = await tell(fan, 'won', { project: 'Maré' })
    const [job] = await jobsOf(notification)
    await control('/next', { outcome: 'busy_429' })
    await run(job as Job)
    expect(await received(device)).toEqual([])
    const [, later] = await jobsOf(notification)
    expect(later).toEqual(job)
    const [wait] = await market.sql<[{ seconds: number }]>`
      select extract(epoch from run_at - created_at)::float as seconds
      from graphile_worker._private_jobs
      order by id desc limit 1`
    expect(wait.seconds).toBeGreaterThan(25)
    expect(wait.seconds).toBeLessThanOrEqual(30)
    await run(later as Job)
    expect(await received(device)).toHaveLength(1)
    expect(await jobsOf(notification)).toHaveLength(2)
  })

  test('wait while the push service is broken, and the device is kept', async () => {
    const fan = await market.newFan()
    const device = await newDevice(fan)
    const [job] = await jobsOf(await tell(fan, 'won', { project: 'Maré' }))
    await control('/next', { outcome: 'http_500' })
    // The queue repeats a failed job, at growing intervals.
    await expect(run(job as Job)).rejects.toThrow('answered')
    await run(job as Job)
    expect(await received(device)).toHaveLength(1)
  })

  test.each(['gone_404', 'gone_410'])('find a device gone (%s) and forget it', async (outcome) => {
    const fan = await market.newFan()
    await newDevice(fan)
    const notification = await tell(fan, 'won', { project: 'Maré' })
    await control('/next', { outcome })
    await deliver(notification)
    expect(await subscriptionsOf(fan)).toBe(0)
    await deliver(notification)
  })
})

describe('a device', () => {
  test('belongs to whoever subscribed there last, also for what is under way', async () => {
    const [first, second] = [await market.newFan(), await market.newFan()]
    const device = await newDevice(first)
    const notification = await tell(first, 'won', { project: 'Maré' })
    const { endpoint, keys } = device
    await market.call(second, '/push-subscriptions', { endpoint, keys })
    await deliver(notification)
    expect(await received(device)).toEqual([])
    expect([await subscriptionsOf(first), await subscriptionsOf(second)]).toEqual([0, 1])
    // Nobody but its owner can silence it.
    await market.call(first, '/push-subscriptions/remove', { endpoint })
    expect(await subscriptionsOf(second)).toBe(1)
    await market.call(second, '/push-subscriptions/remove', { endpoint })
    expect(await subscriptionsOf(second)).toBe(0)
  })

  test('is one row however often it is said, and ten of them are enough', async () => {
    const fan = await market.newFan()
    const { keys } = createPushBrowser()
    const add = (endpoint: string) => market.call(fan, '/push-subscriptions', { endpoint, keys })
    const same = await Promise.all(Array.from({ length: 5 }, () => add('https://a.push.test/one')))
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await subscriptionsOf(fan)).toBe(1)
    for (let number = 0; number < 11; number++) await add(`https://a.push.test/${randomUUID()}`)
    expect(await subscriptionsOf(fan)).toBe(10)
  })

  test.each([
    ['our own network', 'http://127.0.0.1:1/admin'],
    ['a stranger', 'https://elsewhere.test/x'],
    ['a name that only looks like a service', 'https://evilpush.test/x'],
    ['a service without encryption', 'http://a.push.test/x'],
    ['a service with somebody’s password', 'https://a:b@a.push.test/x'],
    ['no address', 'push'],
  ])('that leads to %s is refused', async (_name, endpoint) => {
    const fan = await market.newFan()
    const { keys } = createPushBrowser()
    expect((await market.call(fan, '/push-subscriptions', { endpoint, keys })).status).toBe(400)
    expect(await subscriptionsOf(fan)).toBe(0)
  })

  test('with keys that encrypt nothing is refused', async () => {
    const fan = await market.newFan()
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const answer = await market.call(fan, '/push-subscriptions', {
      endpoint: 'https://a.push.test/x',
      keys,
    })
    expect(answer.status).toBe(400)
  })

  test('is in the copy of one’s data, and is erased with the rest', async () => {
    const fan = await market.newFan()
    const { endpoint } = await newDevice(fan)
    const data = await market.call(fan, '/personal-data')
    expect(JSON.stringify(data)).toContain(endpoint)
    expect((await market.call(fan, '/erase-account', { email: fan.email })).status).toBe(200)
    expect(await subscriptionsOf(fan)).toBe(0)
  })
})
