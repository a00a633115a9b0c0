/** Which regular expressions of strangers are executed. */
import { allow } from './budget.ts'
import { RestError } from './errors.ts'

/** `(a+)+`: a repetition of what repeats itself, which Postgres may compile for seconds. */
const REPEATED = /^(?:[*+]|\{)/

/** Throws PGRST100 for a pattern that is long, refers back, or repeats what repeats itself. */
export function checkPattern(operator: string, pattern: string): void {
  allow('pattern', pattern.length)
  if (/\\\d/.test(pattern) || nestsRepetitions(pattern)) {
    throw new RestError(
      'PGRST100',
      `"failed to parse filter (${operator}.…)": the pattern is too costly`,
      'It refers back, or repeats a group that repeats itself.',
    )
  }
}

/** Whether a group that contains `*`, `+` or `{n}` is itself repeated. */
function nestsRepetitions(pattern: string): boolean {
  const groups: boolean[] = [false]
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (character === '[') at = endOfClass(pattern, at)
    else if (character === '(') groups.push(false)
    else if (character === ')') {
      const repeats = groups.length > 1 && groups.pop()
      if (!repeats) continue
      if (REPEATED.test(pattern.slice(at + 1))) return true
      groups[groups.length - 1] = true
    } else if (REPEATED.test(pattern.slice(at))) groups[groups.length - 1] = true
  }
  return false
}

/** Where a class such as `[^])]` ends; the end of the pattern if it does not. */
function endOfClass(pattern: string, from: number): number {
  let at = from + 1
  if (pattern[at] === '^') at++
  if (pattern[at] === ']') at++
  while (at < pattern.length && pattern[at] !== ']') at++
  return at
}
