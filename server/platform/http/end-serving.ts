import type { Server } from 'node:http'

/** How long calls in progress may take to finish when the process is asked to end, in milliseconds. */
const GRACE_MS = 5000
const LOOK_EVERY_MS = 50

/**
 * Accepts no new connections and resolves when the calls in progress are answered. Anything slower than `graceMs` is
 * cut off: clients repeat calls that move money with their idempotency key.
 */
export function endServing(server: Server, graceMs = GRACE_MS): Promise<void> {
  return new Promise((resolve) => {
    // A kept connection is idle only once its last call is answered.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS)
    const grace = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(grace)
      resolve()
    })
  })
}
