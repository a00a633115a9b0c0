/** What is shared: an address, or words alone. */
type Shared = { title: string; text: string; url?: string }

/** What this browser can do with it: hand it to another application, or at least copy it. */
type Sharer = {
  share?: (data: Shared) => Promise<void>
  clipboard?: { writeText(text: string): Promise<void> }
}

export type ShareOutcome = 'shared' | 'copied' | 'unsupported'

/** Dismissing the system's share sheet counts as done: there is nothing to report. */
export async function share(browser: Sharer, link: Shared): Promise<ShareOutcome> {
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
    await browser.clipboard.writeText(link.url ?? link.text)
    return 'copied'
  } catch {
    return 'unsupported'
  }
}
