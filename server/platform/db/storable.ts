/** What a column of text or JSON can hold. */

/** Deeper than anybody writes, shallow enough for every stack, ours and Postgres'. */
const MOST_LEVELS = 100

/**
 * Whether Postgres keeps a value that came as JSON: it has no null character and no half of a surrogate pair anywhere,
 * in names neither, and nests at most `levels` deep.
 */
export function isStorable(value: unknown, levels = MOST_LEVELS): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  // An array has no names to look at: a stranger's may have millions of elements.
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, levels - 1))
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner, levels - 1))
}

/** False for an address with a null character in it: what it names or searches is in no column. */
export function isStorableAddress(url: string): boolean {
  return !url.includes('%00')
}
