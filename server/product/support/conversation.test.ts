/** A conversation with support: answers by mail in both directions, and who looks after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import type { AdminSupportWire, SupportDetailWire } from './contract.ts'

let market: Market
let app: ReturnType<typeof createApp>
let agent: TestFan
beforeAll(async () => {
  market = await createMarket()
  app = createApp(market.ctx)
  agent = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${agent.uid}`
})
afterAll(() => market.close())

async function asked(fan: TestFan): Promise<number> {
  const [row] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Saldo', 'Cadê meu dinheiro?')
    returning id`
  return row?.id ?? 0
}
const answer = (id: number, message = 'Já vamos ver.') =>
  market.call(agent, `/admin/support/${id}/answers`, { message })
const read = async (id: number) =>
  (await market.call(agent, `/admin/support/${id}`)).data as SupportDetailWire
/** Where the last answer to this person is answered. */
async function replyTo(fan: TestFan): Promise<string> {
  const [mail] = await market.sql<{ at: string }[]>`
    select payload -> 'data' ->> 'replyTo' as at from graphile_worker._private_jobs
    where payload ->> 'template' = 'support_answered' and payload ->> 'to' = ${fan.email} order by id desc limit 1`
  return mail?.at ?? ''
}
const BASIC = `Basic ${Buffer.from('mail:a-secret-of-mail-webhooks').toString('base64')}`
async function tell(
  mail: object | string,
  authorization = BASIC,
): Promise<{ status: number; body: unknown }> {
  const response = await app.request('/webhooks/mail', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: typeof mail === 'string' ? mail : JSON.stringify(mail),
  })
  return { status: response.status, body: await response.json() }
}
const mailTo = (to: string, facts: object = {}) => ({
  MessageID: crypto.randomUUID(),
  FromFull: { Email: 'ana@mail.test' },
  ToFull: [{ Email: to.toUpperCase() }],
  TextBody: 'Ainda não chegou.\n\nEm seg., 2 de nov. de 2026, Tune <x@tune.test> escreveu:\n> Já vamos ver.',
  ...facts,
})

test('their tokens say first what has become of the money', async () => {
  const fan = await market.newFan(4200)
  const payment = await buyFromWallet(market, fan, await market.newProject({ price: 1000 }))
  const id = await asked(fan)
  expect((await read(id)).tokens).toMatchObject([{ payment, turn: null }])
  await market.sql`
    insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play)
    select id, user_id, amount, 'wallet', 'Não quis.', false from payments where uid = ${payment}`
  expect((await read(id)).tokens).toMatchObject([{ payment, turn: 'refund_waiting' }])
})

test('their tokens say when the purchase was undone', async () => {
  const fan = await market.newFan(4200)
  await buyFromWallet(market, fan, await market.newProject({ price: 1000 }))
  const id = await asked(fan)
  expect((await read(id)).tokens).toMatchObject([{ undoneAt: null }])
  const [token] = await market.sql<{ uid: string }[]>`select uid from mints where user_id = ${fan.uid}`
  expect(await market.call(fan, '/regret', { UID: token?.uid })).toMatchObject({ status: 200 })
  const [row] = await market.sql<
    { at: Date }[]
  >`select regretted_at as at from mints where uid = ${token?.uid ?? ''}`
  expect((await read(id)).tokens).toMatchObject([{ undoneAt: row?.at.toISOString() }])
})

test('their tokens say whether they have been played, their money what it is set aside for', async () => {
  const fan = await market.newFan(4200)
  await buyFromWallet(market, fan, await market.newProject({ price: 1000 }))
  const id = await asked(fan)
  expect(await read(id)).toMatchObject({ tokens: [{ isPlayed: false }], held: 0, heldFor: [] })
  await market.sql`
    update mints set status = 'minted', minted_at = now(), status_song = 'pending', played_at = now(), will_expire_at = now() + interval '1 hour'
    where user_id = ${fan.uid}`
  await market.call(fan, '/redeem-balance', { pixKeyType: 'email', pixKey: fan.email, amount: 3000 })
  expect(await read(id)).toMatchObject({
    tokens: [{ isPlayed: true }],
    held: 3000,
    heldFor: [{ reason: 'withdrawal', amount: 3000 }],
  })
})

test('the gifts that they gave say to whom, with the address covered', async () => {
  const fan = await market.newFan(4200)
  const payment = await buyFromWallet(market, fan, await market.newProject({ price: 1000 }))
  await market.sql`
    insert into private.gifts (giver, project_id, payment_id, email, status, accept_by, unit_id)
    select user_id, project_id, id, 'maria@tune.test', 'waiting', now() + interval '1 day',
      (select id from units where units.project_id = payments.project_id limit 1)
    from payments where uid = ${payment}`
  expect((await read(await asked(fan))).gifts).toMatchObject([
    { payment, status: 'waiting', to: 'm•••@tune.test' },
  ])
})

test('an answer can be answered by mail, and the request waits again', async () => {
  const fan = await market.newFan(4200)
  const id = await asked(fan)
  await answer(id)
  const address = await replyTo(fan)
  expect(address).toMatch(/^r-[0-9a-f]{32}@reply\.tune\.test$/)
  const mail = mailTo(address)
  expect(await tell(mail)).toEqual({ status: 200, body: { received: true, outcome: 'kept' } })
  expect(await read(id)).toMatchObject({
    status: 'new',
    available: 4200,
    held: 0,
    tokens: [],
    gifts: [],
    answers: [
      { admin: 'Ana', sender: null, message: 'Já vamos ver.' },
      { admin: null, sender: 'ana@mail.test', message: 'Ainda não chegou.' },
    ],
  })
  const again = await Promise.all(Array.from({ length: 5 }, () => tell(mail)))
  expect(again.map(({ body }) => body)).toEqual(
    Array.from({ length: 5 }, () => ({ received: true, outcome: 'kept before' })),
  )
  expect((await read(id)).answers).toHaveLength(2)
  // The next answer has the same address, and closing does not shut it.
  await answer(id, 'Chegou?')
  expect(await replyTo(fan)).toBe(address)
  await market.call(agent, `/admin/support/${id}/close`, {})
  await tell(mailTo(address, { TextBody: '', HtmlBody: '<p>Sim, <b>chegou</b>!<script>x</script></p>' }))
  expect(await read(id)).toMatchObject({ status: 'new', answers: [{}, {}, {}, { message: 'Sim, chegou!' }] })
  expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain('Sim, chegou!')
})

test('the same mail, told by many at once for the first time, is kept once', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  await answer(id)
  const mail = mailTo(await replyTo(fan))
  const told = await Promise.all(Array.from({ length: 6 }, () => tell(mail)))
  expect(told.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect((await read(id)).answers).toHaveLength(2)
})

test('what is no answer of a person is not kept', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  await answer(id)
  const to = await replyTo(fan)
  const outcome = async (mail: object) => ((await tell(mail)).body as { outcome: string }).outcome
  expect(await outcome(mailTo(`r-${'0'.repeat(32)}@reply.tune.test`))).toBe('of no conversation')
  expect(await outcome(mailTo(to.replace('reply.tune.test', 'elsewhere.test')))).toBe('of no conversation')
  expect(await outcome(mailTo(to, { TextBody: '> Já vamos ver.' }))).toBe('empty')
  const automatic = [{ Name: 'Auto-Submitted', Value: 'auto-replied' }]
  expect(await outcome(mailTo(to, { Headers: automatic }))).toBe('automatic')
  expect((await read(id)).status).toBe('answered')
  for (let count = 0; count < 20; count++) expect(await outcome(mailTo(to))).toBe('kept')
  expect(await outcome(mailTo(to))).toBe('too many')
  expect(await outcome(mailTo(to, { TextBody: 'a\0b', MessageID: 'x' }))).toBe('too many')
})

test('strangers, nonsense and what is too large are refused', async () => {
  for (const given of ['', 'Basic eA==', BASIC.toLowerCase()])
    expect((await tell(mailTo('x'), given)).status).toBe(401)
  for (const nonsense of ['', '{', '[]', '{"MessageID":""}', 'null'])
    expect((await tell(nonsense)).status).toBe(400)
  expect((await tell('x'.repeat(15 * 1024 * 1024 + 1))).status).toBe(413)
})

test('somebody looks after it, and what waits is a list of its own', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  const waiting = async () => {
    const list = await market.call(agent, `/admin/support-waiting?search=${encodeURIComponent(fan.email)}`)
    return list.data as unknown as AdminSupportWire[]
  }
  expect(await waiting()).toMatchObject([{ id, assignee: null }])
  await Promise.all([1, 2].map(() => market.call(agent, `/admin/support/${id}/assign`, { mine: true })))
  expect(await waiting()).toMatchObject([{ id, assignee: 'Ana' }])
  expect((await read(id)).assignee).toEqual({ uid: agent.uid, name: 'Ana' })
  await market.call(agent, `/admin/support/${id}/assign`, { mine: false })
  expect((await read(id)).assignee).toBeNull()
  expect((await market.call(agent, '/admin/support/999999999/assign', { mine: true })).status).toBe(404)
  const trail =
    await market.sql`select action from private.admin_actions where subject = ${String(id)} order by id`
  expect(trail.map(({ action }) => action)).toEqual(['support.take', 'support.read', 'support.leave'])
  await answer(id)
  expect(await waiting()).toEqual([])
})

test('templates are in the person’s language, and everything ends with the account', async () => {
  const fan = await market.newFan()
  await market.sql`update users set language = 'en' where uid = ${fan.uid}`
  const id = await asked(fan)
  expect((await read(id)).templates.find((template) => template.id === 'solved')?.text).toContain(
    'This is solved.',
  )
  await answer(id)
  await tell(mailTo(await replyTo(fan)))
  const erased = await market.call(fan, '/erase-account', { email: fan.email })
  expect(erased.status).toBe(200)
  expect(await market.sql`select from private.support_replies where request_id = ${id}`).toEqual([])
})

test('whoever asked reads the conversation and answers there, once, and nobody else does', async () => {
  const [fan, other] = [await market.newFan(), await market.newFan()]
  const id = await asked(fan)
  await answer(id, 'Oi, Ana!\n\nJá vamos ver.')
  const own = async (who: TestFan) => market.call(who, `/support-requests/${id}`)
  expect((await market.call(fan, '/support-requests')).data).toMatchObject([
    { id, subject: 'Saldo', status: 'answered', answeredAt: expect.any(String) },
  ])
  expect((await market.call(other, '/support-requests')).data).toEqual([])
  expect((await own(other)).status).toBe(404)
  const reply = (who: TestFan, message: string, key?: string) =>
    market.call(who, `/support-requests/${id}/replies`, { message }, key ? { 'idempotency-key': key } : {})
  expect((await reply(other, 'E eu?')).status).toBe(404)
  const key = crypto.randomUUID()
  const sent = await Promise.all(Array.from({ length: 4 }, () => reply(fan, 'Ainda não chegou.', key)))
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await reply(fan, 'Outra coisa.', key)).toMatchObject({ data: { code: 'key_reused' } })
  expect((await reply(fan, '  ')).status).toBe(400)
  expect((await own(fan)).data).toMatchObject({
    status: 'new',
    answers: [
      { by: 'support', message: 'Oi, Ana!\n\nJá vamos ver.' },
      { by: 'person', message: 'Ainda não chegou.' },
    ],
  })
  expect((await read(id)).answers[1]).toMatchObject({
    admin: null,
    sender: null,
    message: 'Ainda não chegou.',
  })
  expect(await (await market.callRaw(fan, '/personal-data')).text()).toContain('Ainda não chegou.')
  const [mail] = await market.sql<{ request: string }[]>`
    select payload -> 'data' ->> 'request' as request from graphile_worker._private_jobs
    where payload ->> 'template' = 'support_answered' and payload ->> 'to' = ${fan.email}`
  expect(mail?.request).toBe(String(id))
})

test('a colleague’s answer that its writer has not seen comes first, and theirs is sent once they have', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  const other = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${other.uid}`
  const send = (by: TestFan, seen: number) =>
    market.call(by, `/admin/support/${id}/answers`, { message: 'Já vamos ver.', seen })
  const both = await Promise.all([send(agent, 0), send(other, 0)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = both[0]?.status === 409 ? agent : other
  expect((await send(late, 0)).data).toMatchObject({ code: 'answered_meanwhile' })
  const seen = (await read(id)).answers.at(-1)?.id ?? 0
  expect((await send(late, seen)).status).toBe(200)
  // One's own is no colleague's.
  expect((await send(late, seen)).status).toBe(200)
})

test('whoever answers first looks after it', async () => {
  const id = await asked(await market.newFan())
  const colleague = await market.newFan()
  await market.sql`update users set role = 'support' where uid = ${colleague.uid}`
  await answer(id)
  expect((await read(id)).assignee?.uid).toBe(agent.uid)
  await market.call(colleague, `/admin/support/${id}/answers`, { message: 'Eu também.' })
  expect((await read(id)).assignee?.uid).toBe(agent.uid)
})
