import { useEffect, useState } from 'react'
import { partOf, type Step } from './steps.ts'

export type Place = { top: number; left: number; width: number; height: number }

/** Where a step's element is on the screen, updated as it moves; null while it is absent. */
export function usePart(step: Step): Place | null {
  const [place, setPlace] = useState<Place | null>(null)

  useEffect(() => {
    let frame = 0
    let shown: HTMLElement | null = null
    const follow = () => {
      const part = partOf(step)
      if (part !== shown) part?.scrollIntoView({ block: 'center', behavior: 'instant' })
      shown = part
      const next = part ? rectOf(part) : null
      setPlace((was) => (same(was, next) ? was : next))
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [step])

  return place
}

function rectOf(part: HTMLElement): Place {
  const { top, left, width, height } = part.getBoundingClientRect()
  return { top, left, width, height }
}

function same(one: Place | null, other: Place | null): boolean {
  if (!one || !other) return one === other
  return (['top', 'left', 'width', 'height'] as const).every((edge) => one[edge] === other[edge])
}
