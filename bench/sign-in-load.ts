/** Sign-ins over HTTP, and bare verifications of a password's hash, each from a process of its own. */
import { verify } from '@node-rs/argon2'
import { serve } from '../scripts/remote.ts'
import { openConnection, signInRequest } from './http-client.ts'

/** Verifications at once: as many as the server runs (`createPasswords`). */
const api = {
  async verify({
    hash,
    atOnce,
    seconds,
  }: {
    hash: string
    atOnce: number
    seconds: number
  }): Promise<number> {
    const until = performance.now() + seconds * 1000
    let done = 0
    const work = async () => {
      while (performance.now() < until) {
        await verify(hash, 'wrong')
        done++
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return done / seconds
  },

  /** Signs all in, each once, over `connections`; sign-ins a second. Throws when one is refused. */
  async signIn(order: {
    port: number
    connections: number
    apikey: string
    addresses: string[]
    password: string
  }): Promise<number> {
    const requests = order.addresses.map((email) =>
      signInRequest(order.apikey, { email, password: order.password }),
    )
    const opening = Array.from({ length: order.connections }, () => openConnection(order.port))
    const connections = await Promise.all(opening)
    let next = 0
    const from = performance.now()
    await Promise.all(
      connections.map(async ({ send }) => {
        for (let request = requests[next++]; request; request = requests[next++]) {
          const { status, body } = await send(request)
          if (status !== 200) throw new Error(`a sign-in was refused: ${body}`)
        }
      }),
    )
    const rate = (requests.length / (performance.now() - from)) * 1000
    for (const connection of connections) connection.close()
    return rate
  },
}
export type SignInLoad = typeof api

serve(api)
