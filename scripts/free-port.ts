/** A free port below the ephemeral range, so that no outgoing socket can take it between asking and using. */
import { createServer } from 'node:net'

const LOWEST = 20_000
const COUNT = 12_000

export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * COUNT)
    const free = await new Promise<boolean>((resolve) => {
      const probe = createServer()
        .once('error', () => resolve(false))
        .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (free) return port
  }
  throw new Error(`No free port between ${LOWEST} and ${LOWEST + COUNT}.`)
}
