/** nodemailer sends; the inbox shows. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningEmulator, startEmulator } from '../testing.ts'
import type { Mail } from './inbox.ts'
import { createMail } from './mail.ts'

let mail: RunningEmulator
let smtpPort: number
let reportsUrl = 'http://127.0.0.1:1'

const start = (kept?: { dataDir: string }) =>
  startEmulator(
    '/mail',
    async (place) => {
      const created = await createMail({
        ...place,
        smtpPort: 0,
        reports: { url: reportsUrl, secret: 'secret' },
        webhook: 'http://mail:a-secret-of-mails@127.0.0.1:1/webhooks/mail',
      })
      smtpPort = created.smtpPort
      return created
    },
    kept,
  )

beforeEach(async () => {
  mail = await start()
})
afterEach(() => mail.remove())

function send(to: string, subject: string, html = '<p>Hi</p>') {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })
  return transport.sendMail({
    from: 'Tune <no-reply@example.com>',
    to,
    subject,
    html,
    text: 'See http://a.test/x.',
  })
}
const inbox = async (to: string) =>
  (await (await fetch(`${mail.origin}/mail/messages?to=${encodeURIComponent(to)}`)).json()) as Mail[]

it('keeps each mail for each recipient, newest first, with its links', async () => {
  await send('Ana+1@Example.com', 'Confirmação')
  await send('ana+1@example.com, bob@example.com', 'Second', '<a href="http://a.test/?a=1&amp;b=2">go</a>')
  const [newest, oldest, ...rest] = await inbox('ana+1@example.com')
  expect(rest).toEqual([])
  expect(newest).toMatchObject({
    to: ['ana+1@example.com', 'bob@example.com'],
    from: 'no-reply@example.com',
    subject: 'Second',
    links: ['http://a.test/?a=1&b=2', 'http://a.test/x'],
  })
  expect(oldest?.subject).toBe('Confirmação')
  expect(await inbox('bob@example.com')).toHaveLength(1)
  expect(await inbox('nobody@example.com')).toEqual([])
})

it('shows a Message-ID once to each of its recipients, and counts how often it came', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })
  const again = { from: 'no-reply@example.com', to: 'ana@example.com', subject: 'Once', text: 'x' }
  for (const messageId of ['<a@example.com>', '<a@example.com>', '<b@example.com>'])
    await transport.sendMail({ ...again, messageId })
  await transport.sendMail({ ...again, to: 'bob@example.com', messageId: '<a@example.com>' })
  expect((await inbox('ana@example.com')).map(({ deliveries }) => deliveries)).toEqual([1, 2])
  expect((await inbox('bob@example.com')).map(({ messageId }) => messageId)).toEqual(['<a@example.com>'])
})

it('survives a restart', async () => {
  await send('ana@example.com', 'Kept')
  await mail.stop()
  mail = await start(mail)
  expect(await inbox('ana@example.com')).toHaveLength(1)
})

it('shows mails without letting them act', async () => {
  await send('ana@example.com', '<b>Bold</b>', '<script>alert(1)</script>')
  const list = await (await fetch(`${mail.origin}/mail`)).text()
  expect(list).toContain('&lt;b&gt;Bold')
  const [received] = await inbox('ana@example.com')
  const open = await (await fetch(`${mail.origin}/mail/read/${received?.id}`)).text()
  expect(open).toMatch(/<iframe sandbox="allow-popups[^"]*"/)
  expect(open).not.toContain('<script>')
})

it('fails when told to, once, and can be emptied', async () => {
  await fetch(`${mail.origin}/mail/_control/fail-next`, { method: 'POST' })
  await expect(send('ana@example.com', 'Lost')).rejects.toMatchObject({ responseCode: 451 })
  await send('ana@example.com', 'Found')
  expect((await inbox('ana@example.com')).map(({ subject }) => subject)).toEqual(['Found'])
  await fetch(`${mail.origin}/mail/_control/reset`, { method: 'POST' })
  expect(await inbox('ana@example.com')).toEqual([])
})

it('refuses a mailbox that there is not, and reports what comes back or is unwanted', async () => {
  const reports: string[] = []
  const product = createServer(async (request, response) => {
    reports.push(`${request.headers.authorization}\n${await text(request)}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(product, 'listening')
  reportsUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  await mail.remove()
  mail = await start()
  await expect(send('unknown.ana@tune.test', 'One')).rejects.toMatchObject({
    command: 'RCPT TO',
    response: expect.stringMatching(/^550 5\.1\.1 /),
  })
  const { messageId } = await send('returned.ana@tune.test', 'Two')
  await expect.poll(() => reports).toHaveLength(1)
  expect(await inbox('returned.ana@tune.test')).toEqual([])
  expect(reports[0]).toMatch(/^Bearer secret\n/)
  for (const said of ['report-type=delivery-status', 'Status: 5.1.1', `Message-ID: ${messageId}`])
    expect(reports[0]).toContain(said)
  await send('ana@tune.test', 'Three')
  const [read] = await inbox('ana@tune.test')
  await fetch(`${mail.origin}/mail/_control/unwanted/${read?.id}`, { method: 'POST' })
  await expect.poll(() => reports).toHaveLength(2)
  expect(reports[1]).toContain('Feedback-Type: abuse')
  product.close()
})
