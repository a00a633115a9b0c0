/** Whoever waits for a mail that came back is told so in the browser that asked for it, and nobody learns anything of others. */
import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { noteReturned } from '../../platform/mail/returned-mails.ts'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
let app: ReturnType<typeof createApp>
let anonKey = ''
beforeAll(async () => {
  market = await createMarket()
  app = createApp(market.ctx)
  const config = await (await app.request('/config.json')).json()
  ;({ anonKey } = v.parse(v.object({ anonKey: v.string() }), config))
})
afterAll(() => market.close())

const PASSWORD = 'Estrela-Guia#2026'

async function post(
  path: string,
  body: object,
  key: string | null,
): Promise<{ status: number; data: unknown }> {
  const answer = await app.request(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: anonKey,
      ...(key !== null && { 'x-browser-key': key }),
    },
    body: JSON.stringify(body),
  })
  return { status: answer.status, data: await answer.json() }
}
const signUp = async (email: string, key: string) =>
  expect((await post('/auth/v1/signup', { email, password: PASSWORD }, key)).status).toBe(200)
type Told = { isReturned: boolean; signUp: 'kept' | 'dropped' | null }
const tell = async (email: string, key: string | null) => {
  const answer = await post('/api/v1/mail-returned', { email }, key)
  expect(answer.status).toBe(200)
  return (answer.data as { data: Told }).data
}
const ask = async (email: string, key: string | null) => (await tell(email, key)).isReturned
const newAddress = () => `returned-${randomUUID()}@tune.test`
const comesBack = (email: string) => noteReturned(market.sql, email, '5.1.1')
const confirm = (email: string) =>
  market.sql`update auth.users set email_confirmed_at = now() where email = ${email}`

test('whoever signed up is told once their mail came back, however they write the address', async () => {
  const [email, key] = [newAddress(), randomUUID()]
  await signUp(email, key)
  expect(await ask(email, key)).toBe(false)
  await comesBack(email)
  expect(await ask(` ${email.toUpperCase()} `, key)).toBe(true)
})

test('another browser, one without a key, and one that signs up with the same address are told what they would be of any', async () => {
  const [email, key] = [newAddress(), randomUUID()]
  await signUp(email, key)
  await comesBack(email)
  const other = randomUUID()
  expect(await ask(email, other)).toBe(false)
  expect(await ask(email, null)).toBe(false)
  expect(await ask(newAddress(), other)).toBe(false)
  // Whoever signs up with it after them has begun nothing.
  await market.sql`delete from auth.rate_limits`
  await signUp(email, other)
  expect(await ask(email, other)).toBe(false)
  expect(await ask(email, key)).toBe(true)
})

test('an address that came back before is told to whoever signs up with it next', async () => {
  const [email, key] = [newAddress(), randomUUID()]
  await comesBack(email)
  expect(await ask(email, key)).toBe(false)
  await signUp(email, key)
  expect(await ask(email, key)).toBe(true)
})

test('of an account that is confirmed, only a browser in which it was opened learns it', async () => {
  const [email, key] = [newAddress(), randomUUID()]
  await signUp(email, key)
  await confirm(email)
  await comesBack(email)
  // A sign-up that somebody else may have finished gives no right to know.
  expect(await ask(email, key)).toBe(false)
  const session = await post('/auth/v1/token?grant_type=password', { email, password: PASSWORD }, key)
  expect(session.status).toBe(200)
  expect(await ask(email, key)).toBe(true)
  expect(await ask(email, randomUUID())).toBe(false)
})

/** Uses the link in the mail to `email` up in another browser. */
async function confirmElsewhere(email: string, more: object): Promise<void> {
  const [mail] = await market.sql<{ code: string }[]>`
    select payload -> 'data' ->> 'code' as code
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = 'send-mail' and payload ->> 'to' = ${email}`
  const body = { type: 'signup', email, token: mail?.code, ...more }
  expect((await post('/auth/v1/verify', body, randomUUID())).status).toBe(200)
}

test('whoever signed up is told what a confirmation elsewhere made of it, and nobody else', async () => {
  const outcomes = [
    { more: { password: PASSWORD }, signUp: 'kept' },
    { more: {}, signUp: 'dropped' },
  ]
  for (const { more, signUp: outcome } of outcomes) {
    const [email, key] = [newAddress(), randomUUID()]
    await signUp(email, key)
    expect(await tell(email, key)).toEqual({ isReturned: false, signUp: null })
    await confirmElsewhere(email, more)
    expect(await tell(email, key)).toEqual({ isReturned: false, signUp: outcome })
    for (const other of [randomUUID(), null]) expect((await tell(email, other)).signUp).toBe(null)
  }
})

test('nonsense is refused, and nobody asks without end', async () => {
  expect((await post('/api/v1/mail-returned', { email: '' }, null)).status).toBe(400)
  expect((await post('/api/v1/mail-returned', { email: 'a'.repeat(321) }, null)).status).toBe(400)
  expect((await post('/api/v1/mail-returned', {}, null)).status).toBe(400)
  const statuses = await Promise.all(
    Array.from(
      { length: 70 },
      async () => (await post('/api/v1/mail-returned', { email: 'a@b.cc' }, null)).status,
    ),
  )
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
})
