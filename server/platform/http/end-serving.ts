import type { Server } from 'node:http'

/** How long calls that are under way may take to finish when the process is asked to end, in milliseconds. */
const GRACE_MS = 5000
const LOOK_EVERY_MS = 50

/**
 * Takes no new connections and resolves when the calls under way are answered. What takes longer than `graceMs` is cut
 * off: whoever moved money repeats the call with its idempotency key.
 */
export function endServing(server: Server, graceMs = GRACE_MS): Promise<void> {
  return new Promise((resolve) => {
    // A connection that was kept open for the next call is idle only once its last one is answered.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS)
    const grace = setTimeout(() => server.closeAllConnections(), graceMs)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(grace)
      resolve()
    })
  })
}
