import type { QueryClient } from '@tanstack/react-query'
import type { FlatNamespace } from 'i18next'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { loadTexts, wantTexts } from '../lib/i18n.ts'

/** A screen or layout, with what it asks the server for, so that asking need not wait until it is drawn. */
export type Screen = ComponentType & {
  reads?: Read
  /** Asks what the screen and layouts that were asked for first want to know; resolves with the answers, and never fails. */
  ask?: (reads: Read[]) => Promise<unknown>
}
/** Resolves when it has been answered, and never fails. */
type Read = (cache: QueryClient) => Promise<unknown>
type Part = { default: ComponentType }

const first: Promise<Screen[]>[] = []
let hasBegun = false

/** A screen or layout whose code and texts travel together, when one of its addresses is first opened. */
export function screen(path: string | string[], texts: FlatNamespace[], load: () => Promise<Screen>) {
  let here: Part | null = null
  // What was asked for first need not wait until settings and session are known. If this fails, the real load below
  // fails too, and shows it.
  if (!hasBegun && [path].flat().some((one) => matchPath(one, location.pathname))) {
    wantTexts(texts)
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

/** Resolves once the code of what was asked for first is here, so that nothing has to be drawn before it. */
export async function firstScreen(): Promise<Screen[]> {
  hasBegun = true
  return (await Promise.all(first)).flat()
}

/** Asks what all of them want to know. Resolves with the answers, and never fails. */
export function firstAnswers(screens: Screen[]): Promise<unknown> {
  const reads = screens.flatMap((one) => one.reads ?? [])
  return Promise.all(screens.map(({ ask }) => ask?.(reads)))
}

/** A promise that has been kept still lets React draw the loader for a moment; this one does not. */
function atOnce(part: Part): Promise<Part> {
  // biome-ignore lint/suspicious/noThenProperty: React asks for something to wait for, and there is nothing to wait for.
  return { then: (done: (part: Part) => void) => done(part) } as unknown as Promise<Part>
}
