/** What had the focus before each dialog that is open, or that another dialog took the place of, and what it stands in. */
const openers: { opener: HTMLElement; place: HTMLElement | null }[] = []

/**
 * For dialogs that are opened by state and not by a trigger of their own: gives the focus back to whatever had it,
 * unless something else has taken it meanwhile, such as the screen that a link in the dialog led to. What is gone by now
 * leaves it to what it stood in, if that can take it (ui/use-focus-in-place.ts); where that was a dialog, and gone too,
 * the focus goes back to what had opened that one.
 */
export const focusReturn = {
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
