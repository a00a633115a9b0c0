import { expect, test } from 'vitest'
import { marketNews } from './market-news.ts'

const known = (bids: number, standing: number, winners: number) => ({ auction: { bids, standing, winners } })

test.each([
  ['the first frame', undefined, known(3, 3, 0), false, false],
  ['the same again', known(3, 3, 0), known(3, 3, 0), false, false],
  ['a bid', known(3, 3, 0), known(4, 4, 0), true, false],
  ['a win', known(3, 3, 0), known(3, 2, 1), false, false],
  ['a bid that wins at once', known(3, 3, 0), known(4, 3, 1), true, false],
  ['the end of the auction', known(3, 2, 1), known(3, 0, 1), false, true],
  ['a bid beside one that failed', known(3, 3, 0), known(4, 3, 0), true, true],
])('%s', (_name, before, after, newBid, withdrawn) => {
  expect(marketNews(before, after)).toEqual({ newBid, withdrawn })
})
