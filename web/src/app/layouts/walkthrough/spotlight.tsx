import type { Place } from './use-part.ts'

const MARGIN = 6

/** Darkens everything but `place`; everything, while it is null. */
export function Spotlight({ place }: { place: Place | null }) {
  if (!place) return <div className="size-full bg-shade/75" />
  return (
    <div
      className="fixed rounded-cover border-2 border-accent-text"
      style={{
        top: place.top - MARGIN,
        left: place.left - MARGIN,
        width: place.width + 2 * MARGIN,
        height: place.height + 2 * MARGIN,
        boxShadow: '0 0 0 200vmax color-mix(in oklab, var(--color-shade) 75%, transparent)',
      }}
    />
  )
}
