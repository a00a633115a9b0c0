/** The geometry of the ring: a circle that is full when a window begins and empty when it ends. */

/** The ring is drawn in a square of this many units, whatever its size on the screen. */
export const RING_BOX = 100

/** Radius of a circle whose stroke of `stroke` units just touches the box. */
export function ringRadius(stroke: number): number {
  return (RING_BOX - stroke) / 2
}

/** Dash pattern that draws the first `share` (0 to 1) of a circle of radius `radius`: `[drawn, rest]`. */
export function ringDash(share: number, radius: number): [number, number] {
  const around = 2 * Math.PI * radius
  const drawn = around * Math.min(1, Math.max(0, share))
  return [drawn, around - drawn]
}

/** A square of `RING_BOX` with a round hole of `radius` in its middle, as an SVG path (fill rule evenodd). */
export function sleevePath(radius: number): string {
  const middle = RING_BOX / 2
  const left = middle - radius
  return `M0 0H${RING_BOX}V${RING_BOX}H0ZM${left} ${middle}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`
}
