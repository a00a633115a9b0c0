/** The moment until which everything else holds back: what a person came for is on the screen. */
let stands = () => {}

/** Resolves once the first view stands, or never, where no screen says so. */
export const firstView = new Promise<void>((resolve) => {
  stands = resolve
})

/** What holds back does so no longer than this, from when it is asked for. */
const LATEST_MS = 4000

/** Resolves once the first view stands, or at the latest after a while. */
export function firstViewOrLate(): Promise<void> {
  return Promise.race([firstView, new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS))])
}

export function announceFirstView(): void {
  performance.mark('first-view')
  stands()
}
