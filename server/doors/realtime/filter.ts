/** Whether a row passes a subscription's filter. */
import type { Condition, Filter } from './parse-filter.ts'

/**
 * As in SQL, a condition on null is not true, and such a row does not pass. A column that the log does not hold counts as
 * null. Numbers compare as numbers, everything else as text.
 */
export function passes(filter: Filter, row: Record<string, unknown>): boolean {
  return filter.every((condition) => holds(condition, row[condition.column]))
}

/** The text by which a value is compared. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Not a number where a number is compared with something else: then nothing holds. */
function holds({ operator, values }: Condition, value: unknown): boolean {
  if (value === undefined || value === null) return false
  if (operator === 'in') return values.some((other) => order(value, other) === 0)
  const difference = order(value, values[0] ?? '')
  switch (operator) {
    case 'eq':
      return difference === 0
    case 'neq':
      return difference < 0 || difference > 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
  }
}

/** Negative, zero or positive as the value is before, equal to or after the other. */
function order(value: unknown, other: string): number {
  if (typeof value === 'number') return value - Number(other.trim() || Number.NaN)
  const text = textOf(value)
  return text < other ? -1 : text > other ? 1 : 0
}
