/** Closes connections at an instant, so that a slow reader never gets what it has not fetched by then. */
import type { Socket } from 'node:net'

const LONGEST_TIMER_MS = 2 ** 31 - 1

type Cut = { end: number; timer: NodeJS.Timeout }
const cuts = new WeakMap<Socket, Cut>()

/**
 * Resets `socket` at `end` (milliseconds since 1970). A socket lives no longer than the earliest end it was given.
 * It is cut even when our response seems done: what we have written may still wait in the kernel, and only a reset
 * throws that away. A browser that needs the connection for something else opens another.
 */
export function cutAt(socket: Socket, end: number): void {
  const known = cuts.get(socket)
  if (known !== undefined && known.end <= end) return
  if (known === undefined) socket.once('close', () => clearTimeout(cuts.get(socket)?.timer))
  clearTimeout(known?.timer)
  const cut: Cut = { end, timer: arm(socket, end) }
  cuts.set(socket, cut)
}

/** A timer may fire a little early, and holds at most 24 days: both are handled by checking the clock again. */
function arm(socket: Socket, end: number): NodeJS.Timeout {
  return setTimeout(
    () => {
      if (Date.now() >= end) socket.resetAndDestroy()
      else cuts.set(socket, { end, timer: arm(socket, end) })
    },
    Math.min(end - Date.now(), LONGEST_TIMER_MS),
  )
}
