/** Names in the environment that are nearly those of settings: a setting that is misspelt does nothing, and says nothing. */

/** Shorter ones are near to too much. */
const SHORTEST = 6
/** So many letters may differ in any name, and a third of them where the first word is one of ours. */
const SLIPS = 2

/** One line for each name of `set` that is none of `known`, and nearly is. */
export function strangeNames(
  set: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const names = new Set(known)
  return Object.keys(set)
    .filter((name) => !names.has(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const meant = nearest(name, known, set)
      return meant ? [`${name}: is no setting. Did you mean ${meant}?`] : []
    })
}

function nearest(name: string, known: readonly string[], set: Readonly<Record<string, unknown>>) {
  const first = firstWord(name)
  const [best] = known
    // What is set already was not meant.
    .filter((other) => other.length >= SHORTEST && set[other] === undefined)
    .map((other) => ({ other, slips: distance(name, other) }))
    .filter(({ other, slips }) => slips <= (firstWord(other) === first ? name.length / 3 : SLIPS))
    .toSorted((one, two) => one.slips - two.slips)
  return best?.other
}

const firstWord = (name: string) => name.split('_')[0]

/** How many letters have to be put in, left out or changed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, its] of [...other].entries())
      next.push(
        Math.min(
          (row[index + 1] as number) + 1,
          (next[index] as number) + 1,
          (row[index] as number) + (letter === its ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) as number
}
