/** How many requests of a caller are in progress at once, and which of those that wait is next. */

import { type CallerQueue, timeLeft } from './caller-queue.ts'
import type { Demand } from './demand.ts'

export type Slots = {
  areFree: (queue: CallerQueue) => boolean
  /** Resolves with true when it is the request's turn; with false once its caller has gone, where `request` tells. */
  take: (queue: CallerQueue, request?: Request) => Promise<boolean>
  release: (queue: CallerQueue) => void
  /** Releases one slot in each round of the event loop, so that requests of others come in between. */
  releaseSoon: (queue: CallerQueue) => void
}

export function createSlots(demand: Demand): Slots {
  function areFree(queue: CallerQueue): boolean {
    const { slots, slotsWhenSpent, slotsWhenAlone } = queue.share
    const hasTime = timeLeft(queue) > 0
    if (demand.isAlone(queue)) return queue.inWork < slotsWhenAlone
    return queue.inWork < (hasTime ? slots : slotsWhenSpent)
  }

  function release(queue: CallerQueue): void {
    queue.inWork--
    for (const start of queue.waiting) {
      if (!areFree(queue)) return
      queue.waiting.delete(start)
      queue.inWork++
      start()
    }
  }

  return {
    areFree,
    async take(queue, request) {
      // Asking for the signal costs more than most answers.
      if (!areFree(queue)) return waitForSlot(queue, request?.signal)
      queue.inWork++
      return true
    },
    release,
    releaseSoon(queue) {
      queue.leaving++
      if (queue.leaving > 1) return
      const next = () => {
        release(queue)
        if (--queue.leaving > 0) setImmediate(next)
      }
      setImmediate(next)
    },
  }
}

function waitForSlot(queue: CallerQueue, gone?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const start = () => {
      gone?.removeEventListener('abort', giveUp)
      resolve(true)
    }
    const giveUp = () => {
      queue.waiting.delete(start)
      resolve(false)
    }
    queue.waiting.add(start)
    gone?.addEventListener('abort', giveUp, { once: true })
    if (gone?.aborted) giveUp()
  })
}
