import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { firstView } from '../lib/first-view.ts'
import { loadAgain } from '../lib/load-again.ts'
import { whenIdle } from '../lib/when-idle.ts'

const LATEST_MS = 2000

let queue: Promise<unknown> = firstView

/**
 * A part whose code nobody waits for: it is fetched after the first view, one after the other, or when it is drawn if
 * that comes before.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>) {
  queue = queue
    .then(() => new Promise<void>((resolve) => whenIdle(resolve, LATEST_MS)))
    .then(load)
    // Lost on the way: it is asked for again when it is opened.
    .catch(() => undefined)
  return lazy(async () => ({ default: await loadAgain(load) }))
}

/** Draws a `later` part from its first opening on: it stays, so that it can also be closed with grace. */
export function WhenOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null
}
