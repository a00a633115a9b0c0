/** The six stops of the tour, and the element of each. */
export const STEPS = ['sample', 'projects', 'balance', 'menu', 'news', 'help'] as const
export type Step = (typeof STEPS)[number]

/** The first visible element marked with the step's name. */
export function partOf(step: Step): HTMLElement | null {
  const parts = document.querySelectorAll<HTMLElement>(`[data-tour="${step}"]`)
  return [...parts].find((part) => part.checkVisibility()) ?? null
}
