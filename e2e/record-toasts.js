// Runs in the page from the start and records the toasts' texts, including changes.
window.toastsShown = []
const said = new WeakMap()
new MutationObserver(() => {
  for (const toast of document.querySelectorAll('[role="status"][aria-live="polite"]')) {
    if (said.get(toast) === toast.textContent) continue
    said.set(toast, toast.textContent)
    window.toastsShown.push(toast.textContent)
  }
}).observe(document, { subtree: true, childList: true, characterData: true })
