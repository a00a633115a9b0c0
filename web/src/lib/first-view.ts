/**
 * The first view: the moment the first screen is shown with its data. Whatever it does not need is loaded
 * afterwards.
 */
let stands = () => {}

/** Resolves once the first view is shown; never, on screens that do not announce it. */
export const firstView = new Promise<void>((resolve) => {
  stands = resolve
})

/** The longest that anything is held back, from when it asks. */
const LATEST_MS = 4000

/** Resolves once the first view is shown, or after `LATEST_MS`. */
export function firstViewOrLate(): Promise<void> {
  return Promise.race([firstView, new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS))])
}

export function announceFirstView(): void {
  performance.mark('first-view')
  stands()
}
