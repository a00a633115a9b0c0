import { expect, test } from 'vitest'
import { marketEvents } from './market-news.ts'

const row = (id: number, nickname: string) => ({ id, user: { nickname } })
const known = (
  bids: number,
  standing: number,
  winners: number,
  rows: Partial<Record<'top' | 'winners', ReturnType<typeof row>[]>> = {},
) => ({ auction: { bids, standing, winners }, top: rows.top ?? [], winners: rows.winners ?? [] })
const [beto, eva, mine] = [row(1, 'beto'), row(2, 'eva'), row(3, 'ana')]

test.each([
  ['the first frame', undefined, known(3, 3, 0), false, false],
  ['the same again', known(3, 3, 0), known(3, 3, 0), false, false],
  ['a bid', known(3, 3, 0), known(4, 4, 0), true, false],
  ['a win', known(3, 3, 0), known(3, 2, 1), false, false],
  ['a bid that wins at once', known(3, 3, 0), known(4, 3, 1), true, false],
  ['the end of the auction', known(3, 2, 1), known(3, 0, 1), false, true],
  ['my own bid', known(1, 1, 0, { top: [beto] }), known(2, 2, 0, { top: [mine, beto] }), false, false],
  [
    'my own bid that wins at once',
    known(1, 0, 1, { winners: [beto] }),
    known(2, 0, 2, { winners: [mine, beto] }),
    false,
    false,
  ],
  [
    'my own bid and another',
    known(1, 1, 0, { top: [beto] }),
    known(3, 3, 0, { top: [mine, eva, beto] }),
    true,
    false,
  ],
  [
    'another bid beside mine',
    known(1, 1, 0, { top: [mine] }),
    known(2, 2, 0, { top: [mine, eva] }),
    true,
    false,
  ],
  ['a bid beside one that failed', known(3, 3, 0), known(4, 3, 0), true, true],
])('%s', (_name, before, after, newBid, withdrawn) => {
  expect(marketEvents(before, after, 'ana')).toEqual({ newBid, withdrawn })
})
