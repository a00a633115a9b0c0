import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createMailer } from './mailer.ts'

afterEach(() => vi.useRealTimers())

test('a mail server that takes the connection and says nothing is given up soon', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const mailer = createMailer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Tune <tune@tune.test>' })
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
