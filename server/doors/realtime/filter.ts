/** Whether a row passes a subscription's filter. */
import { isLike } from './like.ts'
import type { Condition, Filter } from './parse-filter.ts'

type Row = Record<string, unknown>

/**
 * As in SQL, a condition on null is neither true nor false, also when negated, and such a row does not pass. A column
 * that the log does not hold counts as null. Numbers compare as numbers, everything else as text. Regular expressions
 * are for the database (`match-patterns.ts`), and hold here.
 */
export function passes(filter: Filter, row: Row): boolean {
  return filter.every(
    (condition) => isPattern(condition) || holds(condition, valueIn(condition, row)) === true,
  )
}

export function isPattern({ operator }: Condition): boolean {
  return operator === 'match' || operator === 'imatch'
}

/** The value that a condition is about. */
export function valueIn({ column, path }: Condition, row: Row): unknown {
  let value = row[column]
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null
    value = (value as Row)[name]
  }
  return path.length > 0 && value !== null ? textOf(value) : value
}

/** The text by which a value is compared. */
export function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function holds(condition: Condition, value: unknown): boolean | null {
  const verdict = judge(condition, value)
  return verdict === null ? null : condition.negated !== verdict
}

function judge({ operator, values }: Condition, value: unknown): boolean | null {
  const [first = ''] = values
  if (value === undefined) return null
  if (operator === 'is') return isState(first, value)
  if (operator === 'isdistinct') return value === null || order(value, first) !== 0
  if (value === null) return null
  switch (operator) {
    case 'like':
      return isLike(textOf(value), first)
    case 'ilike':
      return isLike(textOf(value).toLowerCase(), first.toLowerCase())
    case 'in':
      return values.some((other) => order(value, other) === 0)
    default:
      return compare(operator, order(value, first))
  }
}

function isState(state: string, value: unknown): boolean {
  if (state === 'not_null') return value !== null
  if (state === 'null' || state === 'unknown') return value === null
  return value === (state === 'true')
}

/** Not a number where a number is compared with something else: neither true nor false. */
function compare(operator: Condition['operator'], difference: number): boolean | null {
  if (Number.isNaN(difference)) return null
  switch (operator) {
    case 'eq':
      return difference === 0
    case 'neq':
      return difference !== 0
    case 'lt':
      return difference < 0
    case 'lte':
      return difference <= 0
    case 'gt':
      return difference > 0
    case 'gte':
      return difference >= 0
    default:
      return null
  }
}

/** Negative, zero or positive as the value is before, equal to or after the other. */
function order(value: unknown, other: string): number {
  if (typeof value === 'number') return value - Number(other.trim() || Number.NaN)
  const text = textOf(value)
  return text < other ? -1 : text > other ? 1 : 0
}
