// @module-tag release
/**
 * A worker killed between the mail server's acceptance and its own note, and one whose database goes away at that
 * point.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../scripts/free-port.ts'
import { type Emulators, startEmulators } from '../../testing/emulators.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { createMailer } from '../adapters/mailer.ts'
import type { Sql } from '../db/sql.ts'
import { sendMail } from './send-mail.ts'

let emulators: Emulators
let market: Market
let mailer: ReturnType<typeof createMailer>
beforeAll(async () => {
  const smtpPort = await freePort()
  emulators = await startEmulators({ ...TEST_ENV, SMTP_PORT: String(smtpPort) })
  mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Tune <tune@tune.test>',
  })
  market = await createMarket()
})
afterAll(async () => {
  await market.close()
  await emulators.close()
})

const inbox = async (to: string) =>
  (await (await fetch(`${emulators.origin}/mail/messages?to=${to}`)).json()) as {
    messageId: string
    deliveries: number
  }[]
const mailTo = (to: string) => ({ to, subject: 's', text: 't', html: '<p>t</p>' })
const job = (id: string, attempts = 1) => ({ id, attempts, created_at: new Date('2026-11-22T12:00:00Z') })

test('a mail that was taken and noted is not sent again', async () => {
  const ctx = { sql: market.sql, mailer }
  await sendMail(ctx, job('1'), mailTo('once@tune.test'))
  await sendMail(ctx, job('1', 2), mailTo('once@tune.test'))
  expect(await inbox('once@tune.test')).toMatchObject([{ deliveries: 1 }])
})

test('killed before the note: the next attempt is the same message to a mailbox', async () => {
  const killed = {
    send: async (mail: Parameters<typeof mailer.send>[0]) => {
      await mailer.send(mail)
      throw new Error('killed')
    },
  }
  await expect(
    sendMail({ sql: market.sql, mailer: killed }, job('2'), mailTo('killed@tune.test')),
  ).rejects.toThrow('killed')
  await sendMail({ sql: market.sql, mailer }, job('2', 2), mailTo('killed@tune.test'))
  expect(await inbox('killed@tune.test')).toMatchObject([
    { deliveries: 2, messageId: expect.stringMatching(/^<[0-9a-f]{32}@tune\.test>$/) },
  ])
})

test('a database that is away when the mail has gone is waited for, and then knows', async () => {
  let away = 2
  const sql = new Proxy(market.sql, {
    apply(target, self, parts) {
      if (String(parts[0]).startsWith('insert into private.sent_mails') && away-- > 0) throw new Error('away')
      return Reflect.apply(target as never, self, parts)
    },
  }) as Sql
  await sendMail({ sql, mailer }, job('3'), mailTo('away@tune.test'))
  await sendMail({ sql: market.sql, mailer }, job('3', 2), mailTo('away@tune.test'))
  expect(await inbox('away@tune.test')).toMatchObject([{ deliveries: 1 }])
})

test('two mails of one job number in two databases are two', async () => {
  const ctx = { sql: market.sql, mailer }
  await sendMail(ctx, job('4'), mailTo('two@tune.test'))
  await sendMail(ctx, { ...job('4'), created_at: new Date() }, mailTo('two@tune.test'))
  expect(await inbox('two@tune.test')).toHaveLength(2)
})

test('an address that the mail server does not know is noted, tried no more, and its owner is told', async () => {
  const fan = await market.newFan()
  const address = `unknown.${fan.uid}@tune.test`
  await market.sql`update users set email = ${address} where uid = ${fan.uid}`
  const refused = vi.fn(mailer.send)
  const ctx = { sql: market.sql, mailer: { send: refused } }
  await sendMail(ctx, job('5'), mailTo(address))
  await sendMail(ctx, job('5', 2), mailTo(address))
  await sendMail(ctx, job('6'), mailTo(address.toUpperCase()))
  expect(refused).toHaveBeenCalledTimes(1)
  expect(
    await market.sql`select data from notifications where user_id = ${fan.uid} and kind = 'mail_returned'`,
  ).toEqual([{ data: { email: address } }])
})

test.each([
  ['a server that is busy', { command: 'RCPT TO', response: '450 4.2.1 Try again later' }],
  ['a full mailbox', { command: 'RCPT TO', response: '552 5.2.2 Mailbox full' }],
  ['a relay that is closed to us', { command: 'RCPT TO', response: '550 5.7.1 Relaying denied' }],
  ['words without a status', { command: 'RCPT TO', response: '550 No' }],
  ['a refusal of what was sent', { command: 'DATA', response: '550 5.1.1 No' }],
])('%s says nothing about the address, and the job is tried again', async (_name, said) => {
  const fault = Object.assign(new Error('refused'), said)
  const send = async () => {
    throw fault
  }
  await expect(
    sendMail({ sql: market.sql, mailer: { send } }, job('7'), mailTo('ana@tune.test')),
  ).rejects.toBe(fault)
  expect(await market.sql`select from private.returned_mails where address = 'ana@tune.test'`).toHaveLength(0)
})
