/** Does `work` when the browser has nothing else to do, at the latest after `latestMs`. Answers how to call it off. */
export function whenIdle(work: () => void, latestMs: number): () => void {
  // Safari has no `requestIdleCallback`.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
