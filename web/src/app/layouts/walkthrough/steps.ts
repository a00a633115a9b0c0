/** The six things to know on the first screen, and where each of them is. */
export const STEPS = ['sample', 'projects', 'balance', 'menu', 'news', 'help'] as const
export type Step = (typeof STEPS)[number]

/** The part of the page that a step is about, among those that say so; the first that can be seen. */
export function partOf(step: Step): HTMLElement | null {
  const parts = document.querySelectorAll<HTMLElement>(`[data-tour="${step}"]`)
  return [...parts].find((part) => part.checkVisibility()) ?? null
}
