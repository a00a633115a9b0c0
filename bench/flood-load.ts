/** The other side of bench/flood.ts: a caller that asks and measures, and one that floods. */
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../scripts/remote.ts'

export type Plan = {
  method: string
  path: string
  token: string
  apikey: string
  /** The address a proxy would name. */
  from: string
  type: string
  body: Uint8Array | null
  upsert: boolean
}

/** Between two requests of the caller that is measured, in milliseconds. */
const PAUSE_MS = 5

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let flooding: { stop: boolean; statuses: Map<number, number>; running: Promise<void>[] } | null = null

const api = {
  /** Sends `count` requests, one after the other; resolves with how long each took, in milliseconds. */
  async ask({ port, plans, count }: { port: number; plans: Plan[]; count: number }): Promise<number[]> {
    const latencies: number[] = []
    for (let n = 0; n < count; n++) {
      const plan = plans[n % plans.length] as Plan
      const from = performance.now()
      const status = await send(port, { ...plan, from: '203.0.113.5' })
      if (status !== 200) throw new Error(`${plan.path} answered ${status}`)
      latencies.push(performance.now() - from)
      await sleep(PAUSE_MS)
    }
    return latencies
  },

  begin({ port, plan, connections }: { port: number; plan: Plan; connections: number }): void {
    const flood = { stop: false, statuses: new Map<number, number>(), running: [] as Promise<void>[] }
    flooding = flood
    for (let n = 0; n < connections; n++) {
      flood.running.push(
        (async () => {
          while (!flood.stop) {
            const status = await send(port, plan).catch(() => 0)
            flood.statuses.set(status, (flood.statuses.get(status) ?? 0) + 1)
          }
        })(),
      )
    }
  },

  /** Resolves with what the flood was answered, such as `1,200 × 200, 30 × 429`; 0 stands for a closed connection. */
  async end(_: null): Promise<string> {
    if (!flooding) throw new Error('nothing floods')
    flooding.stop = true
    agent.destroy()
    await Promise.all(flooding.running)
    return [...flooding.statuses]
      .map(([status, times]) => `${times.toLocaleString('en-US')} × ${status}`)
      .join(', ')
  },
}
export type FloodLoad = typeof api

function send(
  port: number,
  { method, path, token, apikey, from, type, body, upsert }: Plan,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const content = body && Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    const request = httpRequest(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          apikey,
          'x-forwarded-for': from,
          ...(upsert ? { 'x-upsert': 'true' } : {}),
          ...(content ? { 'content-type': type, 'content-length': content.length } : {}),
        },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', reject)
      },
    )
    request.once('error', reject)
    request.end(content ?? undefined)
  })
}

serve(api)
