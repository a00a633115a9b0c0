/** Stands between the product and a provider: writes down each call, and can lose what the provider answers. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SentCall = { method: string; path: string; idempotencyKey: string | null; body: string }
export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>

export async function startLossyProxy(target: string) {
  const calls: SentCall[] = []
  let losing = false

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const { method = 'GET', url: path = '/' } = request
    const key = request.headers['idempotency-key']
    calls.push({ method, path, idempotencyKey: typeof key === 'string' ? key : null, body: body.toString() })
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) {
      if (!HOP_BY_HOP.has(name) && typeof value === 'string') headers.set(name, value)
    }
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const answer = await fetch(target + path, { method, headers, ...(hasBody && { body }) })
    const told = Buffer.from(await answer.arrayBuffer())
    // The provider has done its part; nobody hears of it.
    if (losing && hasBody && !path.includes('/oauth/')) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(told)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
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

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
