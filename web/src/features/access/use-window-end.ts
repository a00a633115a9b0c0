import { useEffect, useState } from 'react'
import { secondsLeft } from '#domain/countdown.ts'
import { serverNow } from '../../lib/clock.ts'

const WARNING_MS = 5 * 60_000
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Windows that have been warned about, so that reopening the player does not repeat the warning. */
const warned = new Set<string>()

/** True from the second the window ends; `end` is in milliseconds since 1970, by the server's clock. */
export function useIsOver(end: number): boolean {
  const [over, setOver] = useState(() => serverNow() >= end)
  useEffect(() => at(end, () => setOver(true)), [end])
  return over
}

/**
 * Calls `warn` once per window, five minutes before its end (or at once if less is left), with the whole
 * minutes left. A window of five minutes or less gets no warning.
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

/** Runs `act` at an instant, or at once if it has passed. Returns a function that cancels it. */
function at(instant: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const left = instant - serverNow()
    timer = setTimeout(left > 0 ? wait : act, Math.min(Math.max(left, 0), LONGEST_TIMER_MS))
  }
  wait()
  return () => clearTimeout(timer)
}
