/** Which journeys prove what is built where, by the rows of docs/coverage.md. */

const MOST = 4
/** Where nothing else is known: the life of a fan, and an auction. */
const USUAL = ['e2e/auction.test.ts', 'e2e/journey.test.ts']

/** The journeys whose rows name most often the folders of the changed files; those that were changed themselves come first. */
export function journeysOf(coverage: string, changed: readonly string[]): string[] {
  const own = changed.filter((path) => /^e2e\/[^/]+\.test\.ts$/.test(path))
  const folders = [...new Set(changed.filter((path) => path.includes('/')).map(folderOf))]
  const counts = new Map<string, number>()
  for (const row of coverage.split('\n').filter((line) => line.startsWith('| '))) {
    const [, built = '', proofs = ''] = row.split(' | ')
    if (!folders.some((folder) => built.includes(`\`${folder}`))) continue
    for (const [journey] of proofs.matchAll(/e2e\/[\w-]+\.test\.ts/g))
      counts.set(journey, (counts.get(journey) ?? 0) + 1)
  }
  const named = [...counts].toSorted(([, a], [, b]) => b - a).map(([journey]) => journey)
  const chosen = [...new Set([...own, ...named])].slice(0, Math.max(MOST, own.length))
  return chosen.length > 0 ? chosen : USUAL
}

/** `web/src/features/market/` of a file somewhere below it; the file's own folder elsewhere. */
function folderOf(path: string): string {
  const feature = /^(web\/src\/features|server\/product)\/[^/]+\//.exec(path)
  return feature?.[0] ?? `${path.split('/').slice(0, -1).join('/')}/`
}
