/**
 * The HTTP client of the load generator: one request at a time on a kept connection; it only reads the status and the
 * end of the body.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type Answer = { status: number; body: string }
export type Connection = { send: (request: Buffer) => Promise<Answer>; close: () => void }

/** Before the first byte of an answer. */
class HungUp extends Error {}

const HEAD_END = '\r\n\r\n'

/**
 * Servers close idle connections: the next request then reconnects, also where it crosses the server's farewell and is
 * not answered at all. (What moves money carries an idempotency key.)
 */
export async function openConnection(port: number): Promise<Connection> {
  let socket = await dial(port)
  let isUsed = false
  return {
    async send(request) {
      const isKept = isUsed && !socket.destroyed
      if (socket.destroyed) socket = await dial(port)
      isUsed = true
      try {
        return await exchange(socket, request)
      } catch (fault) {
        if (!isKept || !(fault instanceof HungUp)) throw fault
        socket = await dial(port)
        return exchange(socket, request)
      }
    },
    close: () => socket.destroy(),
  }
}

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  socket.setEncoding('latin1')
  // Unsolicited data announces the end of the connection.
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.destroy())
  socket.resume()
  return socket
}

function exchange(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let seen = ''
    const done = (settle: () => void) => {
      socket.off('data', hear).off('close', hungUp)
      settle()
    }
    const hungUp = () =>
      done(() =>
        reject(
          seen === '' ? new HungUp('the server hung up') : new Error('the server hung up in the middle'),
        ),
      )
    const hear = (chunk: string) => {
      seen += chunk
      try {
        const answer = readAnswer(seen)
        if (answer) done(() => resolve(answer))
      } catch (fault) {
        done(() => reject(fault))
      }
    }
    socket.on('data', hear).on('close', hungUp)
    socket.write(request)
  })
}

/** Over so many connections, each with its next request after the answer to the last. Throws where one is refused. */
export async function sendAll(port: number, connections: number, requests: readonly Buffer[]): Promise<void> {
  const opening = Array.from({ length: connections }, () => openConnection(port))
  let next = 0
  for (const connection of await Promise.all(opening.map(work))) connection.close()

  async function work(opened: Promise<Connection>): Promise<Connection> {
    const connection = await opened
    for (let request = requests[next++]; request; request = requests[next++]) {
      const { status, body } = await connection.send(request)
      if (status !== 200) throw new Error(`refused: ${body}`)
    }
    return connection
  }
}

/** Null until the answer is complete. */
export function readAnswer(text: string): Answer | null {
  const end = text.indexOf(HEAD_END)
  if (end < 0) return null
  const length = /\r\ncontent-length: ?(\d+)/i.exec(text.slice(0, end))?.[1]
  if (length === undefined) throw new Error(`an answer without a content-length: ${text.slice(0, end)}`)
  const from = end + HEAD_END.length
  if (text.length < from + Number(length)) return null
  return { status: Number(text.slice(9, 12)), body: text.slice(from) }
}

export function getRequest(path: string, token: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: tune\r\nauthorization: Bearer ${token}\r\n\r\n`)
}

export function postRequest(path: string, token: string, key: string, body: unknown): Buffer {
  const text = JSON.stringify(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: tune\r\nauthorization: Bearer ${token}\r\nidempotency-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

/** A stranger's request, from the address that a proxy would name. */
export function strangerRequest(path: string, from: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: tune\r\nx-forwarded-for: ${from}\r\n\r\n`)
}

export function signInRequest(
  apikey: string,
  credentials: { email: string; password: string },
  from = '127.0.0.1',
): Buffer {
  const text = JSON.stringify(credentials)
  return Buffer.from(
    `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nhost: tune\r\napikey: ${apikey}\r\nx-forwarded-for: ${from}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
