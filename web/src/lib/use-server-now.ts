import { useSyncExternalStore } from 'react'
import { serverNow } from './clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | null = null
let now = 0

/** One interval for every countdown on the screen, so that they all change at the same instant. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (!timer) {
    // Avoids an immediate second render of what has just been rendered with it.
    now = serverNowAtRest()
    timer = setInterval(tick, 1000)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0 && timer) {
      clearInterval(timer)
      timer = null
    }
  }
}

function tick(): void {
  now = serverNow()
  for (const listener of listeners) listener()
}

/** The server's time in milliseconds since 1970, updated every second while a component uses it. */
export function useServerNow(): number {
  return useSyncExternalStore(subscribe, () => (timer ? now : serverNowAtRest()))
}

/** Before the first subscription the value must not change between two reads of one render: whole seconds. */
function serverNowAtRest(): number {
  return Math.floor(serverNow() / 1000) * 1000
}
