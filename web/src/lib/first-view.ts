/** The moment until which everything else holds back: what a person came for is on the screen. */
let stands = () => {}

/** Resolves once the first view stands, or never, where no screen says so. */
export const firstView = new Promise<void>((resolve) => {
  stands = resolve
})

export function announceFirstView(): void {
  performance.mark('first-view')
  stands()
}
