import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { admit, MOST_WAITING, type Shares } from './admission.ts'

const SECRET = 'a-secret-of-the-tests-of-turns-of-at-least-32-bytes'
const NEVER_SPENT = { slots: 2, slotsWhenSpent: 1, slotsWhenAlone: 4, time: 1e6, timePerSecond: 1e6 }
/** Somebody else always wants the server, once they have asked. */
const PATIENT: Shares = {
  person: NEVER_SPENT,
  network: { ...NEVER_SPENT, slots: 3, slotsWhenAlone: 3 },
  aloneAfter: Number.MAX_SAFE_INTEGER,
}

const tokenOf = (sub: string) =>
  new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience('authenticated')
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET))
const [ANA, BETO] = await Promise.all([tokenOf('ana'), tokenOf('beto')])

/** What every request costs is more than such a caller has. */
const SOON_SPENT = { slots: 5, slotsWhenSpent: 1, slotsWhenAlone: 4, time: 0.1, timePerSecond: 1e-9 }

/** A server whose answers to /held come when they are let out, in the order in which the work began. */
async function startServer(shares: Shares) {
  const held: (() => void)[] = []
  const app = new Hono()
  app.use(admit(SECRET, shares))
  app.all('/held', async (c) => {
    await new Promise<void>((resolve) => held.push(resolve))
    return c.text('held')
  })
  app.all('/quick', (c) => c.text('quick'))
  const ask = async (path: string, token: string | null, from = '203.0.113.1', signal?: AbortSignal) => {
    const headers = { 'x-forwarded-for': from, ...(token ? { authorization: `Bearer ${token}` } : {}) }
    return app.request(path, { headers, ...(signal && { signal }) })
  }
  // Nobody is alone.
  for (const address of ['198.51.100.1', '198.51.100.2']) await ask('/quick', null, address)
  return { held, ask }
}

test('a caller has a few requests in work, and nobody else waits for the others', async () => {
  const { held, ask } = await startServer(PATIENT)
  const asked = Array.from({ length: 5 }, () => ask('/held', ANA))
  await expect.poll(() => held.length).toBe(2)
  expect(await (await ask('/quick', BETO)).text()).toBe('quick')
  expect(await (await ask('/quick', null)).text()).toBe('quick')
  expect(held).toHaveLength(2)
  for (let answered = 0; answered < 5; answered++) {
    await expect.poll(() => held.length).toBeGreaterThan(0)
    held.shift()?.()
  }
  const answers = await Promise.all(asked)
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

test('a person is one caller wherever they are; strangers of one network are one', async () => {
  const { held, ask } = await startServer(PATIENT)
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) void ask('/held', ANA, address)
  await expect.poll(() => held.length).toBe(2)
  for (let n = 0; n < 4; n++) void ask('/held', null)
  // A forged token makes nobody a person.
  void ask('/held', `${ANA}x`)
  await expect.poll(() => held.length).toBe(2 + 3)
  expect(await (await ask('/quick', null, '203.0.113.9')).text()).toBe('quick')
  expect(held).toHaveLength(2 + 3)
})

test('too many that wait are refused, and told when to come back', async () => {
  const { held, ask } = await startServer(PATIENT)
  const asked = Array.from({ length: 2 + MOST_WAITING }, () => ask('/held', ANA))
  await expect.poll(() => held.length).toBe(2)
  const refused = await ask('/held', ANA)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual({ code: 'too_many_requests', message: expect.any(String) })
  for (let answered = 0; answered < asked.length; answered++) {
    await expect.poll(() => held.length, { interval: 1 }).toBeGreaterThan(0)
    held.shift()?.()
  }
  expect((await Promise.all(asked)).every(({ status }) => status === 200)).toBe(true)
})

test('whoever hangs up while they wait leaves the line', async () => {
  const { held, ask } = await startServer(PATIENT)
  for (let n = 0; n < 2; n++) void ask('/held', ANA)
  await expect.poll(() => held.length).toBe(2)
  const call = new AbortController()
  const gone = Array.from({ length: MOST_WAITING }, () => ask('/held', ANA, undefined, call.signal))
  call.abort()
  for (const answer of await Promise.all(gone)) expect(answer.status).toBe(408)
  const patient = ask('/quick', ANA)
  held.shift()?.()
  expect((await patient).status).toBe(200)
  expect(held).toHaveLength(1)
})

test('whoever has spent their time is served one by one', async () => {
  const { held, ask } = await startServer({ ...PATIENT, person: SOON_SPENT })
  await ask('/quick', ANA)
  for (let n = 0; n < 3; n++) void ask('/held', ANA)
  await expect.poll(() => held.length).toBe(1)
  for (let n = 0; n < 5; n++) void ask('/held', BETO)
  await expect.poll(() => held.length).toBe(1 + 5)
})

test('whoever is alone, or among none but those who have spent theirs, has what there is', async () => {
  const { held, ask } = await startServer({ ...PATIENT, person: SOON_SPENT, aloneAfter: 0 })
  for (const token of [ANA, BETO]) await ask('/quick', token)
  for (let n = 0; n < 6; n++) void ask('/held', ANA)
  await expect.poll(() => held.length).toBe(4)
  for (let n = 0; n < 6; n++) void ask('/held', BETO)
  await expect.poll(() => held.length).toBe(4 + 4)
})

test('a request that fails gives its place back', async () => {
  const app = new Hono()
  app.onError((_, c) => c.text('failed', 500))
  app.use(admit(SECRET, { ...PATIENT, network: { ...NEVER_SPENT, slots: 1, slotsWhenAlone: 1 } }))
  app.get('/', () => {
    throw new Error('on purpose')
  })
  for (let n = 0; n < 3; n++) expect((await app.request('/')).status).toBe(500)
})
