/** How long to wait before each further attempt, in milliseconds. */
const GAPS_MS = [1000, 3000, 10_000, 30_000]

/**
 * Code that is fetched behind a screen that stands already. A line that is lost just then must not break that screen: it
 * is asked for again, at once when the browser has its line back. Rejects when it has not come by the last attempt.
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
