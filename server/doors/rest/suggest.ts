/** Finds what somebody probably meant, for the hints of errors. */

/** Longer names are no slips of the pen, and comparing them costs time. */
const LONGEST = 100
const MOST_COMPARED = 1000

/** The candidate most like `word`; null if none is at least `least` (from 0 to 1) alike. */
export function closest(word: string, candidates: Iterable<string>, least: number): string | null {
  if (word.length > LONGEST) return null
  let best: string | null = null
  let reached = least
  let compared = 0
  for (const candidate of candidates) {
    if (++compared > MOST_COMPARED) break
    const alike = likeness(word.toLowerCase(), candidate.slice(0, LONGEST).toLowerCase())
    if (alike < reached || (best !== null && alike === reached)) continue
    best = candidate
    reached = alike
  }
  return best
}

/** 1 for the same text, 0 for one without two letters in common that follow each other. */
function likeness(a: string, b: string): number {
  if (!sharesPair(a, b)) return 0
  const longer = Math.max(a.length, b.length)
  return longer === 0 ? 1 : 1 - distance(a, b) / longer
}

function sharesPair(a: string, b: string): boolean {
  const inner = (text: string) => `-${text.replace(/[^\p{L}\p{N}, ]/gu, '')}-`
  const [one, other] = [inner(a), inner(b)]
  for (let at = 0; at + 1 < one.length; at++) if (other.includes(one.slice(at, at + 2))) return true
  return false
}

/** How many letters have to be changed, added or left out (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
