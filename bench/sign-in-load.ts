/** Sign-ins over HTTP, and bare verifications of a password's hash, each from a process of its own. */
import { verify } from '@node-rs/argon2'
import { serve } from '../scripts/remote.ts'
import { sendAll, signInRequest } from './http-client.ts'

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
    const from = performance.now()
    await sendAll(order.port, order.connections, requests)
    return (requests.length / (performance.now() - from)) * 1000
  },
}
export type SignInLoad = typeof api

serve(api)
