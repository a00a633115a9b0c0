/** What mail servers report about our mails: bounces, complaints, and anything else that is posted there. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { createMarket, type Market, TEST_ENV, type TestFan } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const KNOWN = `Bearer ${TEST_ENV.MAIL_REPORTS_SECRET}`

async function post(
  body: string | Buffer,
  authorization: string | null = KNOWN,
  ctx = market.ctx,
): Promise<number> {
  const answer = await createApp(ctx).request('/webhooks/mail-reports', {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822', ...(authorization && { authorization }) },
    body,
  })
  return answer.status
}

/** A mail of ours to them, as the worker has noted it. */
async function sentTo(fan: TestFan): Promise<string> {
  const messageId = randomBytes(16).toString('hex')
  await market.sql`insert into private.sent_mails (message_id, recipient) values (${messageId}, ${fan.email})`
  return messageId
}

const report = (type: string, fields: string[], messageId: string, original = 'message/rfc822') =>
  [
    `Content-Type: multipart/report; report-type=${type}; boundary=b`,
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nDiagnostic-Code: smtp; 550 5.1.1',
    `--b\r\nContent-Type: message/${type}\r\n`,
    ...fields,
    '',
    `--b\r\nContent-Type: ${original}\r\n`,
    `Message-ID: <${messageId}@tune.test>`,
    'Subject: Hi\r\n',
    '--b--\r\n',
  ].join('\r\n')
const returned = (messageId: string, status = '5.1.1', action = 'failed') =>
  report(
    'delivery-status',
    ['Reporting-MTA: dns; mx.test', '', `Action: ${action} (gave up)`, `Status: ${status} (no such user)`],
    messageId,
  )
const unwanted = (messageId: string, kind = 'abuse') =>
  report('feedback-report', [`Feedback-Type: ${kind}`, 'Version: 1'], messageId, 'text/rfc822-headers')

const isReturned = async ({ email }: TestFan) =>
  (await market.sql`select from private.returned_mails where address = ${email}`).length === 1
const mailed = async (fan: TestFan) =>
  ((await market.call(fan, '/alerts')).data as { settings: { topics: { mail: boolean; bell: boolean }[] } })
    .settings.topics

test('a mail that came back ends mails to that address, and its owner is told once', async () => {
  const fan = await market.newFan()
  const messageId = await sentTo(fan)
  expect([await post(returned(messageId)), await post(returned(messageId))]).toEqual([200, 200])
  expect(await isReturned(fan)).toBe(true)
  expect(
    await market.sql`select data from notifications where user_id = ${fan.uid} and kind = 'mail_returned'`,
  ).toEqual([{ data: { email: fan.email } }])
})

test('a report that is faster than the note of what was sent is not lost', async () => {
  const fan = await market.newFan()
  const messageId = randomBytes(16).toString('hex')
  let looks = 0
  const sql = new Proxy(market.sql, {
    apply(target, self, words) {
      if (String(words[0]).includes('private.sent_mails')) looks++
      return Reflect.apply(target, self, words)
    },
  })
  const posted = post(returned(messageId), KNOWN, { ...market.ctx, sql })
  await expect.poll(() => looks).toBeGreaterThan(0)
  await market.sql`insert into private.sent_mails (message_id, recipient) values (${messageId}, ${fan.email})`
  expect(await posted).toBe(200)
  expect(await isReturned(fan)).toBe(true)
})

test.each([
  ['a full mailbox', (id: string) => returned(id, '5.2.2')],
  ['a mail that is late', (id: string) => returned(id, '4.4.1', 'delayed')],
  ['a mail that was forwarded', (id: string) => returned(id, '5.1.1', 'relayed')],
  ['an opinion that it is no spam', (id: string) => unwanted(id, 'not-spam')],
])('%s changes nothing', async (_name, say) => {
  const fan = await market.newFan()
  await post(say(await sentTo(fan)))
  expect(await isReturned(fan)).toBe(false)
  expect((await mailed(fan)).every(({ mail }) => mail)).toBe(true)
})

test('a mail that its reader calls unwanted ends their alerts by mail, and nothing else', async () => {
  const fan = await market.newFan()
  expect(await post(unwanted(await sentTo(fan)))).toBe(200)
  const topics = await mailed(fan)
  expect(topics.map(({ mail, bell }) => [mail, bell])).toEqual(topics.map(() => [false, true]))
  expect(await isReturned(fan)).toBe(false)
})

test('nobody is believed about a mail that we have not sent, nor without the secret', {
  tags: ['release'],
}, async () => {
  const fan = await market.newFan()
  const messageId = await sentTo(fan)
  expect(await post(returned('0'.repeat(32)))).toBe(200)
  expect(await post(returned(messageId), null)).toBe(401)
  expect(await post(returned(messageId), `${KNOWN}x`)).toBe(401)
  const closed = { ...market.ctx, env: { ...market.ctx.env, MAIL_REPORTS_SECRET: undefined } }
  const answer = await createApp(closed).request('/webhooks/mail-reports', {
    method: 'POST',
    headers: { authorization: 'Bearer undefined' },
    body: returned(messageId),
  })
  expect(answer.status).toBe(401)
  expect(await isReturned(fan)).toBe(false)
})

test.each([
  ['nothing', ''],
  ['no mail at all', Buffer.from([0xff, 0x00, 0xfe])],
  ['an answer of a person', 'Subject: Oi\r\n\r\nObrigada!'],
  ['a report within a hundred mails', `${'Content-Type: message/rfc822\r\n\r\n'.repeat(100)}Status: 5.1.1`],
])('%s is no report', async (_name, body) => {
  expect(await post(body)).toBe(400)
})

test('a report larger than any is refused unread', async () => {
  expect(await post('x'.repeat(300_000))).toBe(413)
})
