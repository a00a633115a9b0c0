/** Should the browser not say when it painted, it has by then. */
const LATEST_MS = 1000

/** Resolves once the browser has painted what the server drew; at once where there is nothing to paint, or nobody looks. */
export function firstPaint(): Promise<void> {
  if (document.hidden || !document.getElementById('root')?.firstElementChild) return Promise.resolve()
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(() => resolve())
    observer.observe({ type: 'paint', buffered: true })
    setTimeout(resolve, LATEST_MS)
  })
}
