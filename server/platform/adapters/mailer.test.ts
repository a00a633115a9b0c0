import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test, vi } from 'vitest'
import { createAuthority } from '../../testing/certificates.ts'
import { createMailer } from './mailer.ts'

afterEach(() => vi.useRealTimers())

test('a mail server that takes the connection and says nothing is given up soon', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Tune <tune@tune.test>',
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const taken = once(server, 'connection')
  const outcome = mailer
    .send({ messageId: 'm', to: 'ana@tune.test', subject: 's', text: 't', html: 'h' })
    .then(
      () => 'sent',
      (fault: Error) => fault.message,
    )
  const [socket] = await taken
  try {
    await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(10_000)
    expect(await outcome).toMatch(/timeout|Greeting never received/)
  } finally {
    socket.destroy()
    server.close()
  }
})

/** What a mail server hears when we send to it. */
async function hearing(options: SMTPServerOptions, tls: 'required' | 'off') {
  const heard: string[] = []
  const server = new SMTPServer({
    ...options,
    onAuth({ username }, _session, answer) {
      heard.push(`user ${username}`)
      answer(null, { user: username })
    },
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        heard.push(session.secure ? 'mail, encrypted' : 'mail, in clear')
        done()
      })
    },
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const { port } = server.server.address() as AddressInfo
  const SMTP_URL = `smtp://tune:secret@localhost:${port}?tls.rejectUnauthorized=false`
  const mailer = createMailer({ SMTP_URL, SMTP_TLS: tls, MAIL_FROM: 'Tune <tune@tune.test>' })
  const mail = { messageId: 'm', to: 'ana@tune.test', subject: 's', text: 't', html: 'h' }
  const outcome = await mailer.send(mail).then(
    () => 'sent',
    (fault: Error) => fault.message,
  )
  await new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  return { heard, outcome }
}

test('a server that offers no encryption hears neither credentials nor mail', async () => {
  const { heard, outcome } = await hearing(
    { disabledCommands: ['STARTTLS'], allowInsecureAuth: true },
    'required',
  )
  expect(heard).toEqual([])
  expect(outcome).toMatch(/STARTTLS/i)
})

test('one that does gets both, encrypted; and one on this machine may do without', async () => {
  const authority = await createAuthority()
  try {
    const { cert, key } = await authority.issue('mail')
    const files = { cert: readFileSync(cert), key: readFileSync(key) }
    expect(await hearing(files, 'required')).toEqual({
      heard: ['user tune', 'mail, encrypted'],
      outcome: 'sent',
    })
    expect(await hearing({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true }, 'off')).toEqual({
      heard: ['user tune', 'mail, in clear'],
      outcome: 'sent',
    })
  } finally {
    await authority.remove()
  }
})

test('a mail that can be ended with one tap says so to the mailbox, and no other does', async () => {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (part) => {
        text += part
      })
      stream.on('end', () => {
        received.push(text)
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  const mailer = createMailer({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Tune <tune@tune.test>',
  })
  const mail = { messageId: 'm', to: 'ana@tune.test', subject: 's', text: 't', html: 'h' }
  try {
    await mailer.send({ ...mail, unsubscribe: 'https://tune.test/unsubscribe/x' })
    await mailer.send(mail)
  } finally {
    server.close()
  }
  expect(received[0]).toContain('List-Unsubscribe: <https://tune.test/unsubscribe/x>\r\n')
  expect(received[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(received[1]).not.toContain('List-Unsubscribe')
})
