/** The geometry of the ring: full when a window begins and empty when it ends, clockwise from twelve. */

/** The circle is drawn in a square of this many units, whatever its size on the screen. */
export const RING_BOX = 100

/** Radius of a circle whose stroke of `stroke` units just touches the box. */
export function ringRadius(stroke: number): number {
  return (RING_BOX - stroke) / 2
}

/** Dash pattern that draws the first `share` (0 to 1) of a circle of radius `radius`: `[drawn, rest]`. */
export function ringDash(share: number, radius: number): [number, number] {
  const around = 2 * Math.PI * radius
  const drawn = around * between0and1(share)
  return [drawn, around - drawn]
}

/**
 * The angle, in degrees from twelve, at which a line around a square has covered `share` (0 to 1) of its way:
 * seen from the middle it passes the corners more slowly than the sides.
 */
export function edgeAngle(share: number): number {
  const eighths = between0and1(share) * 8
  const corner = Math.floor(eighths)
  const onward = eighths - corner
  const half = corner % 2 === 0 ? degrees(Math.atan(onward)) : 45 - degrees(Math.atan(1 - onward))
  return corner * 45 + half
}

function between0and1(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}
