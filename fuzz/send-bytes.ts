/** Writes an input of the wire as it stands, and hands back all that came until the connection closed. */
import { connect } from 'node:net'
import type { Caller } from './callers.ts'
import type { Input } from './input.ts'
import type { Answer } from './send.ts'
import { CALLER } from './targets-wire.ts'

/** A server may take the end of what it is sent for the end of the connection: it gets the time to answer before. */
const LINGER_MS = 150

/** Long enough for a head that never ends: its server gives it ten seconds, and looks every two. */
const PATIENCE_MS = 20_000

/** Rejects when the server neither answered nor closed. `address` is the client's, as a proxy would say. */
export function sendBytes(port: number, input: Input, caller: Caller, address: string): Promise<Answer> {
  const headers = Object.entries({ ...caller.headers, 'x-forwarded-for': address })
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  // Not a pattern: what is put in place of it may hold a dollar.
  const bytes = Buffer.from((input.body ?? '').split(CALLER).join(head), 'latin1')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('neither answered nor closed in time')))
    socket.on('connect', () => {
      socket.write(bytes, () => {
        if (input.ending === 'reset') socket.resetAndDestroy()
        else if (input.ending === 'finish') setTimeout(() => socket.end(), LINGER_MS)
      })
    })
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => socket.end())
    socket.on('error', (fault: NodeJS.ErrnoException) => {
      // What is refused before it has all arrived ends in a closed connection.
      if (fault.code !== 'ECONNRESET' && fault.code !== 'EPIPE') reject(fault)
    })
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), headers: {}, text })
    })
  })
}
