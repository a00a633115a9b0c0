import { type RefObject, useEffect, useRef } from 'react'

/**
 * What is pressed may go away with its answer, and the focus with it: it then goes to the first button of what has taken its
 * place, or to the place itself where there is none. `shown` says which of the two it is; the answer is for the element
 * around them, which needs a `tabIndex` of -1 to take the focus.
 */
export function useFocusInPlace<Place extends HTMLElement>(shown: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) {
      const target = place.current?.querySelector('button') ?? place.current
      target?.focus()
    }
    before.current = shown
  }, [shown])
  return place
}
