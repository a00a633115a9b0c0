/**
 * Stands at a fixed address between the product and what it calls over HTTP: tells of each call, can lose the answers,
 * and keeps the address while nothing is behind it, so that nobody else can take the port.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SentCall = { method: string; path: string; idempotencyKey: string | null; body: string }
export type TestProxy = Awaited<ReturnType<typeof startProxy>>

/** `onCall` hears of each call, before it is passed on; `onAnswer` of what came back. */
export async function startProxy(
  origin: string | null,
  onCall?: (call: SentCall) => void,
  onAnswer?: (asked: string, answered: string) => void,
) {
  let target = origin
  let losing = false

  // As whatever is behind it: an idle connection stays open.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await bodyOf(request)
    const { method = 'GET', url: path = '/' } = request
    const key = request.headers['idempotency-key']
    onCall?.({ method, path, idempotencyKey: typeof key === 'string' ? key : null, body: body.toString() })
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!HOP_BY_HOP.has(name) && typeof value === 'string') headers.set(name, value)
    }
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = target && (await askTarget(target + path, { method, headers, ...(hasBody && { body }) }))
    // Either nobody is there, or the provider has done its part and nobody hears of it.
    if (!answer || (losing && hasBody && !path.includes('/oauth/'))) return void response.destroy()
    onAnswer?.(body.toString(), answer.body.toString())
    response.writeHead(answer.status, { 'content-type': answer.type })
    response.end(answer.body)
  })
  server.unref()
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Null: whoever is connected is cut off, and nobody gets through. */
    leadTo(next: string | null): void {
      target = next
      if (next === null) server.closeAllConnections()
    },
    /** While `work` runs, loses every answer to a call that changes something (asking for a token changes nothing). */
    async losing<Value>(work: () => Promise<Value>): Promise<Value> {
      losing = true
      return work().finally(() => {
        losing = false
      })
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect'])

/** Null when nobody answers, or stops in the middle. */
async function askTarget(url: string, request: RequestInit) {
  try {
    const answer = await fetch(url, request)
    const body = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', body }
  } catch {
    return null
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
