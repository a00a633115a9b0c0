/** A waiting room's people, in a process of their own: each makes the same call. */
import { randomUUID } from 'node:crypto'
import { serve } from '../scripts/remote.ts'
import { getRequest, openConnection, postRequest } from './http-client.ts'
import { signTokens } from './tokens.ts'

/** `places` are in the order of the fans given to `prepare`; null where none is told. `ms` until the last was answered. */
export type QueueRun = { ms: number; places: (number | null)[] }

let tokens: string[] = []

const api = {
  async prepare({ secret, fans }: { secret: string; fans: string[] }): Promise<void> {
    tokens = await signTokens(secret, fans)
  },

  /** All fans, over `connections` at once. Throws where one is refused. */
  async everybody(order: {
    method: 'GET' | 'POST'
    /** Below `/api/v1`. */
    path: string
    port: number
    connections: number
  }): Promise<QueueRun> {
    const path = `/api/v1${order.path}`
    const requests = tokens.map((token) =>
      order.method === 'GET' ? getRequest(path, token) : postRequest(path, token, randomUUID(), {}),
    )
    const opening = Array.from({ length: order.connections }, () => openConnection(order.port))
    const connections = await Promise.all(opening)
    const places: (number | null)[] = []
    let next = 0
    const from = performance.now()
    await Promise.all(
      connections.map(async (connection) => {
        for (let fan = next++; fan < requests.length; fan = next++) {
          const { status, body } = await connection.send(requests[fan] as Buffer)
          if (status !== 200) throw new Error(`${path} answered ${status} ${body}`)
          places[fan] = JSON.parse(body).data.place ?? null
        }
      }),
    )
    const ms = performance.now() - from
    for (const connection of connections) connection.close()
    return { ms, places }
  },
}
export type QueueLoad = typeof api

serve(api)
