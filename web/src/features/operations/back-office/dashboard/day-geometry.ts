/** The geometry of a chart of days: left to right, zero at the bottom or above it when a day lost money. */

type DayPoint = { x: number; y: number }
export type DayLine = { points: DayPoint[]; zero: number }

/** The chart's margins, in percent. */
const INSET = { x: 2, top: 12, bottom: 8 }

/** Positions are percentages of the chart, so that it stretches with the screen. */
export function dayLine(amounts: readonly number[]): DayLine {
  const [low, high] = [Math.min(0, ...amounts), Math.max(0, ...amounts)]
  const span = high - low || 1
  const y = (amount: number) => INSET.top + ((high - amount) / span) * (100 - INSET.top - INSET.bottom)
  const step = amounts.length > 1 ? (100 - 2 * INSET.x) / (amounts.length - 1) : 0
  // Without any sale the line is at the bottom, not at the top.
  const zero = high === low ? 100 - INSET.bottom : y(0)
  return {
    points: amounts.map((amount, index) => ({
      x: INSET.x + index * step,
      y: high === low ? zero : y(amount),
    })),
    zero,
  }
}
