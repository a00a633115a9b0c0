import { parseNextExpire, secondsLeft, shareLeft } from '#domain/countdown.ts'
import { useServerNow } from './use-server-now.ts'

/**
 * When an auction's next unit frees: whole seconds left, and the part of one whole access period (`validPeriod`, in
 * seconds) that they are, for the ring; null while no token is live.
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
