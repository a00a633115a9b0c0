/** Row filters of a subscription: `column=op.value`. */

const OPERATORS = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const
type Operator = (typeof OPERATORS)[number]
export type Filter = { column: string; operator: Operator; values: string[] }

const MAX_IN = 100

/** Null when the filter is not understood. */
export function parseFilter(text: string): Filter | null {
  const match = /^(\w+)=(\w+)\.(.*)$/s.exec(text)
  const [, column, operator, value] = match ?? []
  if (!column || value === undefined || !OPERATORS.includes(operator as Operator)) return null
  if (operator !== 'in') return { column, operator: operator as Operator, values: [value] }
  const list = /^\((.*)\)$/s.exec(value)?.[1]
  const values = list?.split(',').map((item) => item.trim().replace(/^"(.*)"$/s, '$1'))
  return values && values.length <= MAX_IN ? { column, operator: 'in', values } : null
}

/**
 * Whether a row passes. Numbers compare as numbers, everything else as text; null never passes, nor does a number
 * compared with a non-number.
 */
export function passes(filter: Filter, row: Record<string, unknown>): boolean {
  const value = row[filter.column]
  if (value === null || value === undefined) return false
  const order = (other: string) =>
    typeof value === 'number' ? value - Number(other.trim() || Number.NaN) : compareText(String(value), other)
  const [first = ''] = filter.values
  switch (filter.operator) {
    case 'eq':
      return order(first) === 0
    case 'neq':
      return order(first) < 0 || order(first) > 0
    case 'lt':
      return order(first) < 0
    case 'lte':
      return order(first) <= 0
    case 'gt':
      return order(first) > 0
    case 'gte':
      return order(first) >= 0
    case 'in':
      return filter.values.some((other) => order(other) === 0)
  }
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
