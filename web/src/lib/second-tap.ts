import { useRef } from 'react'

/** Two taps of one hand are closer together than this. */
const SECOND_TAP_MS = 700

/**
 * For a form that is emptied once it has been sent: the second of two taps would then be told that everything is missing.
 * `sent` is called on success; `isSecondTap` says that a submission belongs to the one before, which it does not when
 * something has been filled in since.
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
