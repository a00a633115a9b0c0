/** Medians and percentiles. */

/** The value below which `share` (0 to 1) of the values lie; the nearest one that occurs. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]
  if (value === undefined) throw new Error('no values')
  return value
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (percentile(sorted, 0.5) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}
