import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'
import { matchPath } from 'react-router'
import { i18n, wantTexts } from '../lib/i18n.ts'

type TextFile =
  | 'admin'
  | 'admin-artists'
  | 'admin-logs'
  | 'admin-people'
  | 'admin-project'
  | 'admin-requests'
  | 'artist'
  | 'auction'
  | 'auth'
  | 'profile'
  | 'proposal'
  | 'layout'
  | 'live'
  | 'notifications'
  | 'dashboard'
  | 'payment'
  | 'project'
  | 'refusals'
  | 'security'
  | 'shelf'
  | 'statement'
  | 'support'
  | 'withdrawal'

/** A screen or layout, with what it asks the server for, so that asking need not wait until it is drawn. */
export type Screen = ComponentType & { reads?: Read }
type Read = (cache: QueryClient) => void
type Part = { default: ComponentType }

const first: Promise<unknown>[] = []
const reads: Read[] = []
let hasBegun = false

/** A screen or layout whose code and texts travel together, when one of its addresses is first opened. */
export function screen(path: string | string[], texts: TextFile[], load: () => Promise<Screen>) {
  let here: Part | null = null
  // What was asked for first need not wait until settings and session are known. If this fails, the real load below
  // fails too, and shows it.
  if (!hasBegun && [path].flat().some((one) => matchPath(one, location.pathname))) {
    wantTexts(texts)
    const keep = (Component: Screen) => {
      here = { default: Component }
      if (Component.reads) reads.push(Component.reads)
    }
    first.push(load().then(keep, () => undefined))
  }
  return lazy<ComponentType>(() => {
    if (here) return atOnce(here)
    return Promise.all([load(), i18n.loadNamespaces(texts)]).then(([Component]) => ({ default: Component }))
  })
}

/** Resolves once the code of what was asked for first is here, so that nothing has to be drawn before it. */
export async function firstScreen(): Promise<void> {
  hasBegun = true
  await Promise.all(first)
}

/** What the screen and layouts that were asked for first want to know, once each; whoever asks is to begin with it. */
export function firstReads(): Read[] {
  return reads.splice(0)
}

/** A promise that has been kept still lets React draw the loader for a moment; this one does not. */
function atOnce(part: Part): Promise<Part> {
  // biome-ignore lint/suspicious/noThenProperty: React asks for something to wait for, and there is nothing to wait for.
  return { then: (done: (part: Part) => void) => done(part) } as unknown as Promise<Part>
}
