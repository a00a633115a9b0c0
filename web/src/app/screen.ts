import type { QueryClient } from '@tanstack/react-query'
import type { FlatNamespace } from 'i18next'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { addFirstTexts, loadTexts } from '../lib/i18n.ts'

/** A screen or layout, and the data it needs, so that it can be fetched before the first render. */
export type Screen = ComponentType & {
  reads?: Read
  /**
   * Fetches the data of the first screen and its layouts. Resolves when all of it has been answered; never
   * rejects.
   */
  prefetch?: (reads: Read[]) => Promise<unknown>
}
/** Resolves when it has been answered; never rejects. */
type Read = (cache: QueryClient) => Promise<unknown>
type Part = { default: ComponentType }

const first: Promise<Screen[]>[] = []
let hasBegun = false

/** A lazy screen or layout, whose code and texts are loaded together when one of its addresses is first opened. */
export function screen(path: string | string[], texts: FlatNamespace[], load: () => Promise<Screen>) {
  let here: Part | null = null
  // The first screen's code is loaded while settings and session are still unknown. If that fails, the real
  // load below fails too, and shows the error.
  if (!hasBegun && [path].flat().some((one) => matchPath(one, location.pathname))) {
    addFirstTexts(texts)
    const keep = (Component: Screen) => {
      here = { default: Component }
      return [Component]
    }
    first.push(load().then(keep, () => []))
  }
  return lazy<ComponentType>(() => {
    if (here) return atOnce(here)
    return Promise.all([load(), loadTexts(...texts)]).then(([Component]) => ({ default: Component }))
  })
}

/** Resolves once the first screen's code has loaded, so that no loader has to be rendered before it. */
export async function firstScreen(): Promise<Screen[]> {
  hasBegun = true
  return (await Promise.all(first)).flat()
}

/** Fetches the data of all of them. Resolves when it has been answered; never rejects. */
export function firstAnswers(screens: Screen[]): Promise<unknown> {
  const reads = screens.flatMap((one) => one.reads ?? [])
  return Promise.all(screens.map(({ prefetch }) => prefetch?.(reads)))
}

/** React renders the fallback even for a promise that is already resolved, but not for this thenable. */
function atOnce(part: Part): Promise<Part> {
  // biome-ignore lint/suspicious/noThenProperty: React needs a thenable, and there is nothing to wait for.
  return { then: (done: (part: Part) => void) => done(part) } as unknown as Promise<Part>
}
