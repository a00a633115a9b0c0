/** What had the focus before each dialog that is open, or that another dialog took the place of. */
const openers: HTMLElement[] = []

/**
 * For dialogs that are opened by state and not by a trigger of their own: gives the focus back to whatever had it,
 * unless something else has taken it meanwhile, such as the screen that a link in the dialog led to. Where that was
 * a dialog which is gone by now, it goes back to what had opened that one.
 */
export const focusReturn = {
  onOpenAutoFocus() {
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && activeElement !== document.body) openers.push(activeElement)
  },
  onCloseAutoFocus(event: Event) {
    // Otherwise the dialog would look for its trigger.
    event.preventDefault()
    if (document.activeElement !== document.body) return
    for (let opener = openers.pop(); opener; opener = openers.pop()) {
      if (opener.isConnected) return opener.focus()
    }
  },
}
