import { describe, expect, test } from 'vitest'
import type { TokenWire } from '#server/product/access/contract.ts'
import {
  endedUnplayed,
  endingOf,
  matches,
  mayCancelPurchase,
  tokenState,
  tokensLeft,
  windowShare,
} from './token-state.ts'

const end = Date.parse('2026-11-21T10:00:00Z')
const minted = {
  status: 'minted',
  statusSong: 'none',
  txSong: null,
  willExpireAt: '2026-11-21T10:00:00Z',
} as const

describe('tokenState', () => {
  test.each([
    ['pending is hidden', { ...minted, status: 'pending' as const, willExpireAt: null }, end, 'hidden'],
    ['not played', minted, end - 1, 'locked'],
    ['first play, not yet on chain', { ...minted, statusSong: 'pending' as const }, end - 1, 'open'],
    ['played', { ...minted, statusSong: 'played' as const }, end - 1, 'open'],
    ['with a play on chain', { ...minted, txSong: '0xabc' }, end - 1, 'open'],
    ['at its end, played', { ...minted, statusSong: 'played' as const }, end, 'settling'],
    ['at its end, never played', minted, end, 'settling'],
    ['expired', { ...minted, status: 'expired' as const }, end, 'expired'],
    ['sold', { ...minted, status: 'solded' as const }, end, 'sold'],
  ])('%s', (_name, token, now, state) => {
    expect(tokenState(token, now)).toBe(state)
  })
})

const over = { ...minted, endedAt: minted.willExpireAt }
test.each([
  ['expired at the end of its window', { ...over, status: 'expired' as const }, true],
  ['sold at the end of its window', { ...over, status: 'solded' as const }, true],
  ['played', { ...over, status: 'expired' as const, statusSong: 'pending' as const }, false],
  ['taken back before', { ...over, status: 'expired' as const, endedAt: '2026-11-21T09:59:00Z' }, false],
  ['never minted', { ...over, status: 'expired' as const, willExpireAt: null }, false],
  ['still live', minted, false],
])('nobody pressed play in time: %s', (_name, token, unplayed) => {
  expect(endedUnplayed({ endedAt: null, ...token })).toBe(unplayed)
})

test.each([
  ['its time was over', {}, 'expired'],
  ['undone', { regretted: true }, 'undone'],
  ['a gift that its giver undid', { regretted: true, giver: 'bia' }, 'withdrawn'],
  ['refunded', { revokedFor: 'refund' as const }, 'refunded'],
  ['disputed', { revokedFor: 'dispute' as const }, 'disputed'],
  ['a gift whose purchase was refunded', { revokedFor: 'refund' as const, giver: 'bia' }, 'takenBack'],
  ['as the version before tells it', { revokedFor: undefined }, 'expired'],
])('how it ended: %s', (_name, token, ending) => {
  expect(endingOf({ regretted: false, giver: null, revokedFor: null, ...token })).toBe(ending)
})

describe('windowShare', () => {
  const token = { ...minted, createdAt: '2026-11-21T09:00:00Z', project: { validPeriod: 1800 } }

  test('before the play the ring is the time to press it', () => {
    expect(windowShare(token, end - 3_600_000)).toBe(1)
    expect(windowShare(token, end - 1_800_000)).toBe(0.5)
  })

  test('after the play the ring is the project period', () => {
    const played = { ...token, statusSong: 'played' as const }
    expect(windowShare(played, end - 1_800_000)).toBe(1)
    expect(windowShare(played, end - 450_000)).toBe(0.25)
    expect(windowShare(played, end)).toBe(0)
  })
})

test.each([
  ['', true],
  ['NOITE', true],
  [' lima ', true],
  ['dia', false],
  ['MARÉ', true],
  ['mare', true],
])('the search %j finds "Noite alta, maré cheia" by Ana Lima: %s', (search, found) => {
  expect(matches({ project: { projectName: 'Noite alta, maré cheia', author: 'Ana Lima' } }, search)).toBe(
    found,
  )
})

test.each([
  ['a token that waits for its first play', {}, end - 1, true],
  ['one at its end', {}, end, false],
  ['a played one', { statusSong: 'pending' as const }, end - 1, false],
  ['one that the chain has not recorded', { status: 'pending' as const, willExpireAt: null }, end - 1, false],
  ['one bought seven days ago', { createdAt: '2026-11-14T09:59:59.999Z' }, end - 1, false],
  ['one that somebody gave', { giver: 'bia' }, end - 1, false],
] as const)('the purchase of %s may be undone: %#', (_name, change, now, may) => {
  expect(
    mayCancelPurchase({ ...minted, giver: null, createdAt: '2026-11-21T09:00:00Z', ...change }, now),
  ).toBe(may)
})

test('left in an account: what can be undone is counted apart from what is lost, with what comes back', () => {
  const bought = {
    ...minted,
    giver: null,
    createdAt: '2026-11-21T09:00:00Z',
    amount: 1000,
    tip: 500,
    refunded: 0,
  }
  const tokens = [
    bought,
    { ...bought, tip: 0, refunded: 300 },
    { ...bought, statusSong: 'played' },
    { ...bought, giver: 'bia' },
    { ...bought, status: 'pending', willExpireAt: null },
    { ...bought, status: 'expired' },
  ] as unknown as TokenWire[]
  expect(tokensLeft(tokens, end - 1)).toEqual({ undoable: 2, undoableAmount: 2200, live: 3 })
  expect(tokensLeft(tokens, end)).toEqual({ undoable: 0, undoableAmount: 0, live: 1 })
})
