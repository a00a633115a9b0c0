/** Replaces ids by the objects they name (docs.stripe.com/api/expanding_objects). */
import { invalidRequest } from './errors.ts'
import type { CardStore } from './store.ts'

const DEEPEST = 4

/** Expands each dotted path in `paths` inside `answer`, in place. `data.x` reaches into a list's entries. */
export function expand(store: CardStore, answer: object, paths: string[]): void {
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > DEEPEST) {
      throw invalidRequest('You cannot expand more than 4 levels of a property.', { param: 'expand' })
    }
    expandSteps(store, answer as Record<string, unknown>, steps, path)
  }
}

function expandSteps(store: CardStore, node: Record<string, unknown>, steps: string[], path: string): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  if (!Object.hasOwn(node, step)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const value = node[step]
  const next = typeof value === 'string' ? store.findAny(value) : value
  if (typeof value === 'string' && next === undefined) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  node[step] = next
  for (const child of Array.isArray(next) ? next : [next]) {
    if (typeof child === 'object' && child !== null) expandSteps(store, child, rest, path)
  }
}
