/** How long to wait before each further attempt, in milliseconds. */
const GAPS_MS = [1000, 3000, 10_000, 30_000]

/**
 * Loads code in the background of a screen that is already shown. A connection lost at that moment must not
 * break the screen, so it is retried, at once when the browser is back online. Rejects after the last attempt.
 */
export async function loadAgain<Part>(load: () => Promise<Part>): Promise<Part> {
  for (const gap of GAPS_MS) {
    try {
      return await load()
    } catch {
      await pause(gap)
    }
  }
  return load()
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, ms)
    else addEventListener('online', () => resolve(), { once: true })
  })
}
