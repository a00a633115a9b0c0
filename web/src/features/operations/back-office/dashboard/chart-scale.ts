/** The geometry of a chart of days, in pixels: days run to the right, values upwards. */

/** Above the plot stand the amounts of lonely points, below it the days. */
const MARGIN = { top: 20, bottom: 24, right: 10 }
export const HEIGHT = 184
/** A letter of the axis, and the room between axis and plot. */
const LETTER = 7.3
const GAP = 10
/** Lines across, at the least. */
const STEPS = 3

/** Round values from the lowest to the highest, or around them, with zero among them; lowest first. */
export function axisOf(values: readonly number[]): number[] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  if (high === low) return [0]
  const step = roundUp((high - low) / STEPS)
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step)
}

/** The next 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const times = [1, 2, 5].find((each) => each * power >= value * (1 - 1e-9)) ?? 10
  return times * power
}

export type Plot = {
  left: number
  right: number
  bottom: number
  x(index: number): number
  y(value: number): number
}

/** Where the points of so many days lie; a single day lies in the middle. `labels` stand beside the axis. */
export function plotOf(
  axis: readonly number[],
  labels: readonly string[],
  days: number,
  width: number,
): Plot {
  const left = Math.max(...labels.map((label) => label.length)) * LETTER + GAP
  const right = Math.max(left, width - MARGIN.right)
  const bottom = HEIGHT - MARGIN.bottom
  const [low = 0, high = 0] = [axis[0], axis.at(-1)]
  return {
    left,
    right,
    bottom,
    x: (index) => (days > 1 ? left + (index / (days - 1)) * (right - left) : (left + right) / 2),
    y: (value) => (high === low ? bottom : bottom - ((value - low) / (high - low)) * (bottom - MARGIN.top)),
  }
}

/** The days that follow each other with a value, as lines; a day alone is a line of one point. */
export function runsOf(values: readonly (number | null)[]): { index: number; value: number }[][] {
  const runs: { index: number; value: number }[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    const run = runs.at(-1)
    if (run?.at(-1)?.index === index - 1) run.push({ index, value })
    else runs.push([{ index, value }])
  }
  return runs
}
