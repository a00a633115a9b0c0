// Runs in the page from the start. It records the toasts' texts, including changes.
window.toastsShown = []
const said = new WeakMap()
new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[role="status"][aria-live="polite"]')) {
    if (said.get(toast) === toast.textContent) continue
    said.set(toast, toast.textContent)
    window.toastsShown.push(toast.textContent)
  }
}).observe(document, { subtree: true, childList: true, characterData: true })

// And the latest presses, with what they landed on: a press that the page's layout moved away from is found by them.
window.presses = []
for (const kind of ['pointerdown', 'pointerup', 'click'])
  addEventListener(
    kind,
    ({ target, clientX, clientY }) => {
      const words = (target.textContent ?? '').trim().slice(0, 40)
      window.presses.push(
        `${kind} ${target.localName} "${words}" at ${clientX}, ${clientY}, scrolled ${scrollY}`,
      )
      window.presses.splice(0, window.presses.length - 6)
    },
    { capture: true },
  )
