/** What a column of text or JSON can store. */

/** Deeper than any legitimate input, shallow enough for our stack and Postgres'. */
const MOST_LEVELS = 100

/**
 * Whether Postgres can store a JSON value: it has no null character and no lone surrogate anywhere, names included,
 * and nests at most `levels` deep.
 */
export function isStorable(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  // An array has no names to check: a stranger's may have millions of elements.
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, levels - 1))
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner, levels - 1))
}

/** False for a URL with a null character in it, which no column can match. */
export function isStorableAddress(url: string): boolean {
  return !url.includes('%00')
}
