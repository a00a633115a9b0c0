import { parseNextExpire, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { useServerNow } from './use-server-now.ts'

type Auctioned = {
  nextExpire: string | null
  validPeriod: number
  /** When the project ends; left out where what is shown ends with it. */
  expiredAt?: string
  /** What frees while it is waits for the end of the pause. */
  isPaused?: boolean
}

type NextUnit = { left: number; share: number }

/** When an auction's next unit frees, as of now. */
export function useNextUnit(project: Auctioned): NextUnit | null {
  return nextUnitAt(project, useServerNow())
}

/**
 * Whole seconds left, and for the ring their share of one access period (`validPeriod`, in seconds); null while no token is
 * active, while the project is paused, and once it has ended: nothing is sold any more.
 */
export function nextUnitAt(project: Auctioned, now: number): NextUnit | null {
  const { nextExpire, validPeriod, expiredAt, isPaused = false } = project
  const end = parseNextExpire(nextExpire)
  const hasEnded = expiredAt !== undefined && now >= Date.parse(expiredAt)
  if (end === null || isPaused || hasEnded) return null
  return { left: secondsLeft(end, now), share: shareLeft(end - validPeriod * 1000, end, now) }
}
