/** What this browser can do with a link: hand it to another application, or at least copy it. */
type Sharer = {
  share?: (data: { title: string; text: string; url: string }) => Promise<void>
  clipboard?: { writeText(text: string): Promise<void> }
}

export type ShareOutcome = 'shared' | 'copied' | 'unsupported'

/** Dismissing the system's share sheet counts as done: there is nothing to report. */
export async function share(
  browser: Sharer,
  link: { title: string; text: string; url: string },
): Promise<ShareOutcome> {
  if (browser.share) {
    try {
      await browser.share(link)
      return 'shared'
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return 'shared'
    }
  }
  try {
    if (!browser.clipboard) return 'unsupported'
    await browser.clipboard.writeText(link.url)
    return 'copied'
  } catch {
    return 'unsupported'
  }
}
