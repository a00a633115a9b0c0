import type { FocusEvent } from 'react'

/**
 * For each open dialog, and each one that another dialog replaced: what had the focus before it, and the
 * container of that.
 */
const openers: { opener: HTMLElement; place: HTMLElement | null }[] = []

/**
 * For dialogs that are opened by state and not by a trigger of their own: returns the focus to whatever had it,
 * unless something else has taken it meanwhile, such as the screen that a link in the dialog led to. If the
 * opener is gone, its container gets the focus, if it can take it (ui/use-focus-in-place.ts); if the container
 * was a dialog that is gone too, the focus returns to that dialog's opener. What has the focus is in sight.
 */
export const dialogFocus = {
  // From the last control to the first the dialog moves the focus without scrolling.
  onFocus({ target }: FocusEvent) {
    target.scrollIntoView({ block: 'nearest' })
  },
  onOpenAutoFocus() {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return
    const place = activeElement.parentElement?.closest<HTMLElement>('[tabindex="-1"]') ?? null
    openers.push({ opener: activeElement, place })
  },
  onCloseAutoFocus(event: Event) {
    // Otherwise the dialog would look for its trigger.
    event.preventDefault()
    if (document.activeElement !== document.body) return
    for (let left = openers.pop(); left; left = openers.pop()) {
      const target = [left.opener, left.place].find((one) => one?.isConnected)
      if (target) return target.focus()
    }
  },
}
