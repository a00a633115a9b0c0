/** How many requests of a caller are in work at once, and who of theirs is next. */
import type { Crowd } from './crowd.ts'
import { type Line, timeOf } from './lines.ts'

export type Places = {
  areFree: (line: Line) => boolean
  /** Resolves with true when it is the request's turn; with false once its caller has gone, where `request` tells. */
  take: (line: Line, request?: Request) => Promise<boolean>
  leave: (line: Line) => void
  /** One in each round of the event loop: between two requests of one caller those of others are heard. */
  leaveSoon: (line: Line) => void
}

export function createPlaces(crowd: Crowd): Places {
  function areFree(line: Line): boolean {
    const { places, placesWhenSpent, placesWhenAlone } = line.share
    const hasTime = timeOf(line) > 0
    if (crowd.lacks(line)) return line.inWork < placesWhenAlone
    return line.inWork < (hasTime ? places : placesWhenSpent)
  }

  function leave(line: Line): void {
    line.inWork--
    for (const start of line.waiting) {
      if (!areFree(line)) return
      line.waiting.delete(start)
      line.inWork++
      start()
    }
  }

  return {
    areFree,
    async take(line, request) {
      // Asking for the signal costs more than most answers.
      if (!areFree(line)) return turnOf(line, request?.signal)
      line.inWork++
      return true
    },
    leave,
    leaveSoon(line) {
      line.leaving++
      if (line.leaving > 1) return
      const next = () => {
        leave(line)
        if (--line.leaving > 0) setImmediate(next)
      }
      setImmediate(next)
    },
  }
}

function turnOf(line: Line, gone?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const start = () => {
      gone?.removeEventListener('abort', giveUp)
      resolve(true)
    }
    const giveUp = () => {
      line.waiting.delete(start)
      resolve(false)
    }
    line.waiting.add(start)
    gone?.addEventListener('abort', giveUp, { once: true })
    if (gone?.aborted) giveUp()
  })
}
