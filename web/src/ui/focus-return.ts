import { useRef } from 'react'

/**
 * For dialogs that are opened by state and not by a trigger of their own: gives the focus back to whatever had it,
 * unless something else has taken it meanwhile, such as the screen that a link in the dialog led to.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus() {
      opener.current = document.activeElement
    },
    onCloseAutoFocus(event: Event) {
      // Otherwise the dialog would look for its trigger.
      event.preventDefault()
      const nobodyHasIt = document.activeElement === document.body
      if (nobodyHasIt && opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}
