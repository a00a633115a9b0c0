import { useEffect, useRef, useState } from 'react'

/** The two taps of an accidental double tap are closer together than this. */
const SECOND_TAP_MS = 700

/**
 * For a form that is emptied once it has been sent: the second tap of a double tap would otherwise report that
 * every field is missing. Call `sent` on success; `isSecondTap` is true for a submission that belongs to the
 * one before, which it does not once something has been filled in again.
 */
export function useSecondTap(): { sent: () => void; isSecondTap: (isFilledIn: boolean) => boolean } {
  const at = useRef(Number.NEGATIVE_INFINITY)
  return {
    sent: () => {
      at.current = performance.now()
    },
    isSecondTap: (isFilledIn) => !isFilledIn && performance.now() - at.current < SECOND_TAP_MS,
  }
}

/**
 * For a button that spends money and appears where another may just have been pressed: true once the second tap of
 * a double tap on that one would be over.
 */
export function useTapsOver(): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SECOND_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return over
}
