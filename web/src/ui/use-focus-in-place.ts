import { type RefObject, useEffect, useRef } from 'react'

/**
 * When pressing a button removes it, its focus would be lost: it moves to the button that sends whatever
 * replaced it, to its first button, or to the container itself where there is none. `shown` says which of the
 * two is shown; the ref is for the container, which needs a `tabIndex` of -1.
 */
export function useFocusInPlace<Place extends HTMLElement>(shown: boolean): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) {
      const within = place.current
      const submit = within?.querySelector<HTMLElement>('button[type=submit]')
      const target = submit ?? within?.querySelector('button') ?? within
      target?.focus()
    }
    before.current = shown
  }, [shown])
  return place
}
