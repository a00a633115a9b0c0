import { useSyncExternalStore } from 'react'

/** A phone held upright. Below this width a picture is edited with two fingers (specification, section 9). */
const NARROW = '(width < 576px)'

export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(NARROW)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(NARROW).matches,
  )
}
