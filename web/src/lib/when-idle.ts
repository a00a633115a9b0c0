/** Runs `work` when the browser is idle, at the latest after `latestMs`. Returns a function that cancels it. */
export function whenIdle(work: () => void, latestMs: number): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
