import type { CSSProperties } from 'react'
import { edgeAngle, RING_BOX, ringDash, ringRadius } from './ring-geometry.ts'

export type RingTone = 'accent' | 'live' | 'gold' | 'muted'

const TONES: Record<RingTone, string> = {
  accent: 'stroke-accent',
  live: 'stroke-live',
  gold: 'stroke-gold',
  muted: 'stroke-muted',
}

type RingProps = {
  /** The share of the window that is left: 1 just begun, 0 over. */
  share: number
  tone?: RingTone
  /** Thickness, in hundredths of the ring's width. */
  stroke?: number
  className?: string
}

/**
 * The product's symbol: a thin circle that empties as time passes, around faces, in the logo and the loader.
 * It is decorative: the time must also stand beside it in words.
 */
export function Ring({ share, tone = 'accent', stroke = 3, className = '' }: RingProps) {
  const radius = ringRadius(stroke)
  const circle = { cx: RING_BOX / 2, cy: RING_BOX / 2, r: radius, fill: 'none', strokeWidth: stroke }
  return (
    <svg viewBox={`0 0 ${RING_BOX} ${RING_BOX}`} className={`-rotate-90 ${className}`} aria-hidden="true">
      <circle {...circle} className="stroke-current opacity-20" />
      {share > 0 && (
        <circle
          {...circle}
          className={`${TONES[tone]} transition-[stroke-dasharray] duration-250 ease-linear`}
          strokeDasharray={ringDash(share, radius).join(' ')}
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}

const EDGE_TONES: Record<RingTone, string> = {
  accent: 'text-accent',
  live: 'text-live',
  gold: 'text-gold',
  muted: 'text-muted',
}

export type EdgeRingProps = {
  /** The share of the window that is left: 1 just begun, 0 over. */
  share: number
  tone: RingTone
  /** It closes once, from twelve to twelve: something has become the fan's. */
  closing?: boolean
}

/**
 * The same around a square cover: it traces the edge at a small gap, outside of the box that it is put in, and
 * never covers the picture. `small` is for covers of less than a hundred pixels.
 */
export function EdgeRing({
  share,
  tone,
  closing = false,
  small = false,
}: EdgeRingProps & { small?: boolean }) {
  const swept: CSSProperties & { '--swept': string } = { '--swept': `${edgeAngle(share)}deg` }
  return (
    <span
      aria-hidden="true"
      style={swept}
      className={`${small ? 'edge-ring-small' : 'edge-ring'} pointer-events-none absolute ${EDGE_TONES[tone]} ${closing ? 'animate-close' : ''}`}
    />
  )
}
