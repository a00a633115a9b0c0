import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { firstView } from '../lib/first-view.ts'
import { loadAgain } from '../lib/load-again.ts'
import { whenIdle } from '../lib/when-idle.ts'

const LATEST_MS = 2000

let queue: Promise<unknown> = firstView

/**
 * A lazy component that the first view does not need: its code is loaded afterwards, one component at a time,
 * or when it is first rendered if that is sooner.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  queue = queue
    .then(() => new Promise<void>((resolve) => whenIdle(resolve, LATEST_MS)))
    .then(load)
    // If loading fails, it is retried when the component is rendered.
    .catch(() => undefined)
  return lazy(async () => ({ default: await loadAgain(load) }))
}

/** Renders a `later` component from its first opening on: it stays mounted, so that closing it can be animated. */
export function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null
}
