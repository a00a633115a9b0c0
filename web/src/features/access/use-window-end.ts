import { useEffect, useState } from 'react'
import { secondsLeft } from '#domain/countdown.ts'
import { serverNow } from '../../lib/clock.ts'

const WARNING_MS = 5 * 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Windows that were warned of, so that opening the player again says nothing twice. */
const warned = new Set<string>()

/** True from the very second that the window ends; both in milliseconds since 1970, by the server's clock. */
export function useIsOver(end: number): boolean {
  const [over, setOver] = useState(() => serverNow() >= end)
  useEffect(() => at(end, () => setOver(true)), [end])
  return over
}

/**
 * Calls `warn` once for each window, five minutes before its end (or on arrival later than that), with the whole
 * minutes left. A window that is no longer than that needs no warning.
 */
export function useEndWarning(
  name: string,
  end: number,
  validPeriod: number,
  warn: (minutes: number) => void,
): void {
  useEffect(() => {
    const window = `${name} ${end}`
    if (validPeriod * 1000 <= WARNING_MS) return
    return at(end - WARNING_MS, () => {
      const seconds = secondsLeft(end, serverNow())
      if (warned.has(window) || seconds === 0) return
      warned.add(window)
      warn(Math.max(1, Math.round(seconds / 60)))
    })
  }, [name, end, validPeriod, warn])
}

/** Runs `act` at an instant, at once when it has passed; the answer calls it off. */
function at(instant: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = instant - serverNow()
    timer = setTimeout(left > 0 ? wait : act, Math.min(Math.max(left, 0), LONGEST_TIMER_MS))
  }
  wait()
  return () => clearTimeout(timer)
}
