import { useLayoutEffect, useRef } from 'react'

const MOTION: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }

/**
 * Animates the rows of a table body (`data-bid` identifies each) from their old to their new places; a new one
 * slides into its place. `order` says when they have changed. With reduced motion, nothing moves.
 */
export function useRankMotion(order: string) {
  const body = useRef<HTMLTableSectionElement>(null)
  const places = useRef<ReadonlyMap<string, number>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows move when their order changes.
  useLayoutEffect(() => {
    const before = places.current
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('[data-bid]') ?? [])]
    places.current = new Map(rows.map((row) => [row.dataset.bid ?? '', row.offsetTop]))
    if (before.size === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const row of rows) {
      const was = before.get(row.dataset.bid ?? '')
      if (was === undefined) row.animate({ opacity: [0, 1], translate: ['0 -12px', '0 0'] }, MOTION)
      else if (was !== row.offsetTop)
        row.animate({ translate: [`0 ${was - row.offsetTop}px`, '0 0'] }, MOTION)
    }
  }, [order])
  return body
}
