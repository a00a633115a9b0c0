/**
 * A gate between the server and the chain. While it is shut, calls wait: so queued records pile up, and go in one
 * batch when it opens.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../scripts/free-port.ts'

export type Gate = {
  url: string
  open: () => void
  shut: () => void
  /** Calls that wait now. */
  waiting: () => number
  stop: () => Promise<void>
}

export async function createGate(target: string): Promise<Gate> {
  let isOpen = true
  let calls: { body: Buffer; answer: ServerResponse }[] = []

  async function pass(body: Buffer, answer: ServerResponse): Promise<void> {
    // Its caller is dead, or has given up.
    if (answer.destroyed) return
    const reply = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    answer.writeHead(reply.status, { 'content-type': 'application/json' })
    answer.end(await reply.text())
  }

  async function receive(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of call) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    if (isOpen) return pass(body, answer)
    calls.push({ body, answer })
  }

  const server = createServer((call, answer) => {
    // An unreachable chain looks like a closed connection.
    receive(call, answer).catch(() => answer.destroy())
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    open() {
      isOpen = true
      for (const { body, answer } of calls) pass(body, answer).catch(() => answer.destroy())
      calls = []
    },
    shut() {
      isOpen = false
    },
    waiting: () => calls.filter(({ answer }) => !answer.destroyed).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
