import { parseNextExpire, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { useServerNow } from './use-server-now.ts'

/**
 * When an auction's next unit frees: whole seconds left, and for the ring their share of one access period
 * (`validPeriod`, in seconds); null while no token is active.
 */
export function useNextUnit(project: {
  nextExpire: string | null
  validPeriod: number
}): { left: number; share: number } | null {
  const now = useServerNow()
  const end = parseNextExpire(project.nextExpire)
  if (end === null) return null
  return { left: secondsLeft(end, now), share: shareLeft(end - project.validPeriod * 1000, end, now) }
}
