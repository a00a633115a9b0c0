/**
 * SQL's LIKE: `%` stands for any text, `_` for any character, a backslash takes the next one as it is. In time
 * proportional to text times pattern, whatever a stranger writes; a regular expression would not be.
 */
export function isLike(text: string, pattern: string): boolean {
  const characters = [...text]
  const parts = readPattern(pattern)
  let at = 0
  let part = 0
  /** Where to go on when the text after the last `%` does not fit. */
  let retry: { at: number; part: number } | null = null
  while (at < characters.length) {
    const wanted = parts[part]
    if (wanted === ANY_TEXT) {
      retry = { at, part }
      part++
    } else if (wanted !== undefined && (wanted === ANY_CHARACTER || wanted === characters[at])) {
      at++
      part++
    } else if (retry) {
      retry = { at: retry.at + 1, part: retry.part }
      at = retry.at
      part = retry.part + 1
    } else return false
  }
  return parts.slice(part).every((rest) => rest === ANY_TEXT)
}

const ANY_TEXT = Symbol('%')
const ANY_CHARACTER = Symbol('_')
type Part = string | typeof ANY_TEXT | typeof ANY_CHARACTER

function readPattern(pattern: string): Part[] {
  const parts: Part[] = []
  const characters = [...pattern]
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string
    if (character === '%') parts.push(ANY_TEXT)
    else if (character === '_') parts.push(ANY_CHARACTER)
    else if (character === '\\' && at + 1 < characters.length) parts.push(characters[++at] as string)
    else parts.push(character)
  }
  return parts
}
