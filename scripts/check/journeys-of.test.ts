/** The journeys of a change. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { journeysOf } from './journeys-of.ts'

const COVERAGE = `
| statement | where built | proved by |
|---|---|---|
| a bid | \`web/src/features/market/bid.tsx\`, \`server/product/market/bids.ts\` | \`e2e/auction.test.ts\` "a" |
| another | \`web/src/features/market/form.tsx\` | \`e2e/auction.test.ts\` "b"; \`e2e/pix.test.ts\` |
| the shelf | \`web/src/features/access/shelf.tsx\` | \`e2e/player.test.ts\` |
`

test('those whose rows name the folder, most often named first', () => {
  expect(journeysOf(COVERAGE, ['web/src/features/market/parts/row.tsx'])).toEqual([
    'e2e/auction.test.ts',
    'e2e/pix.test.ts',
  ])
})

test('what was changed itself, and where nothing is named the usual ones', () => {
  expect(journeysOf(COVERAGE, ['e2e/door.test.ts', 'web/src/features/access/x.ts'])).toEqual([
    'e2e/door.test.ts',
    'e2e/player.test.ts',
  ])
  expect(journeysOf(COVERAGE, ['LICENSE'])).toEqual(['e2e/auction.test.ts', 'e2e/journey.test.ts'])
})

test('each feature of the web has one', () => {
  const coverage = readFileSync(join(import.meta.dirname, '../../docs/coverage.md'), 'utf8')
  const usual = journeysOf(coverage, [])
  const features = readdirSync(join(import.meta.dirname, '../../web/src/features'))
  const without = features.filter((name) => {
    const found = journeysOf(coverage, [`web/src/features/${name}/any.tsx`])
    return found.join() === usual.join()
  })
  expect(without).toEqual([])
})
