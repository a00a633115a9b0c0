import { type RefObject, useEffect, useRef } from 'react'

/**
 * What is pressed may go away with its answer, and the focus with it: it then goes to the first button of what has taken its
 * place. `shown` says which of the two it is; the answer is for the element around them.
 */
export function useFocusInPlace<Place extends HTMLElement>(shown: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) {
      place.current?.querySelector('button')?.focus()
    }
    before.current = shown
  }, [shown])
  return place
}
