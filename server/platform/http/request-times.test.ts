import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BODY_PACE, REQUEST_TIMES, watchBodies } from './request-times.ts'

/** A server that reads each body to its end, and what it answers to a request written piece by piece. */
async function answerTo(
  pace: typeof BODY_PACE,
  write: (send: (part: string) => void) => void,
): Promise<string> {
  const server = createServer(async (request, response) => {
    response.end(`got ${(await text(request).catch(() => '')).length}`)
  })
  watchBodies(server, pace)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined)
  write((part) => socket.write(part))
  const answer = await text(socket)
  server.close()
  server.closeAllConnections()
  return answer
}

const head = (length: number) =>
  `POST / HTTP/1.1\r\nHost: tune.test\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`

test('a body that does not go on arriving is let go of', async () => {
  const answer = await answerTo({ freeMs: 0, everyMs: 5, bytes: 10 }, (send) => send(`${head(1000)}half`))
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
})

test('a large one that goes on arriving is waited for, beyond the time that all are given', async () => {
  const answer = await answerTo({ freeMs: 0, everyMs: 250, bytes: 1 }, (send) => {
    send(head(8000))
    let sent = 0
    const each = setInterval(() => {
      send('x'.repeat(100))
      sent += 100
      if (sent === 8000) clearInterval(each)
    }, 10)
  })
  expect(answer).toContain('got 8000')
})

test('half a small body is held for less than half a minute', () => {
  expect(REQUEST_TIMES.headersTimeout).toBeLessThanOrEqual(10_000)
  expect(BODY_PACE.freeMs + 2 * BODY_PACE.everyMs).toBeLessThanOrEqual(30_000)
})
