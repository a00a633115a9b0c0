/** Sends an input as it is, over real sockets, and hands back all that came. */
import { Agent, request } from 'node:http'
import { WebSocket } from 'ws'
import type { Caller } from './callers.ts'
import type { Input } from './input.ts'
import { sendBytes } from './send-bytes.ts'

/** `status` is 0 where the peer closed without an answer. */
export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** Longer than anything permits a request to take. */
const PATIENCE_MS = 20_000

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Rejects when nothing came for twenty seconds. `address` is the client's, as a proxy would say. */
export function send(port: number, input: Input, caller: Caller, address: string): Promise<Answer> {
  const headers: Record<string, string> = { ...caller.headers, 'x-forwarded-for': address, ...input.headers }
  if (input.door === 'wire') return sendBytes(port, input, caller, address)
  if (input.door === 'realtime') return sendFrame(port, input, headers)
  return new Promise((resolve, reject) => {
    const body = input.body === null ? null : Buffer.from(input.body)
    if (body) headers['content-length'] = String(body.length)
    const sent = request({ port, host: '127.0.0.1', method: input.method, path: input.path, headers, agent })
    sent.setTimeout(PATIENCE_MS, () => sent.destroy(new Error('no answer in time')))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        })
      })
      response.on('error', reject)
    })
    sent.on('error', (fault: NodeJS.ErrnoException) => {
      // A body that is refused before it has arrived ends in a closed connection.
      if (fault.code === 'ECONNRESET' || fault.code === 'EPIPE') resolve({ status: 0, headers: {}, text: '' })
      else reject(fault)
    })
    sent.end(body ?? undefined)
  })
}

/** A socket of its own: what it says to the frame, until it answers the heartbeat after it or closes. */
function sendFrame(port: number, input: Input, headers: Record<string, string>): Promise<Answer> {
  const { apikey = '', authorization, 'x-forwarded-for': address = '' } = headers
  const key = encodeURIComponent(apikey)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${input.path}&apikey=${key}`, {
      headers: { 'x-forwarded-for': address, ...(authorization && { authorization }) },
    })
    let text = ''
    let status = 101
    const late = setTimeout(() => reject(new Error('no heartbeat in time')), PATIENCE_MS)
    const done = () => {
      clearTimeout(late)
      socket.terminate()
      resolve({ status, headers: {}, text })
    }
    socket.on('unexpected-response', (_request, response) => {
      status = response.statusCode ?? 0
      response.resume()
      done()
    })
    socket.on('error', done)
    socket.on('close', done)
    socket.on('message', (frame) => {
      text += `${frame}\n`
      if (String(frame).includes('last heartbeat')) done()
    })
    socket.on('open', () => {
      socket.send(input.body ?? '')
      const beat = input.path.includes('vsn=2')
        ? [null, 'last heartbeat', 'phoenix', 'heartbeat', {}]
        : { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'last heartbeat' }
      socket.send(JSON.stringify(beat))
    })
  })
}

export function closeConnections(): void {
  agent.destroy()
}
