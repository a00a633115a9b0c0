import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BID_TRANSITIONS, type BidStatus } from '#domain/bid.ts'
import { createAnnouncer } from './announcer.ts'
import type { StatusRow } from './news.ts'

type Row = StatusRow<BidStatus>

/** What the server would answer now; null while it cannot be reached. */
let rows: Row[] | null
let announced: string[]

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  rows = []
  announced = []
})
afterEach(() => vi.unstubAllGlobals())

const newAnnouncer = () =>
  createAnnouncer<BidStatus, Row>({
    memory: 'bids-of-ana',
    machineOf: () => BID_TRANSITIONS,
    read: async () => rows,
    announce: ({ id, status }) => void announced.push(`${id}:${status}`),
  })

test('what was there on arrival is told to nobody, what is pushed since is told once', async () => {
  rows = [{ id: 1, status: 'bided' }]
  const announcer = newAnnouncer()
  await announcer.reread()
  expect(announced).toEqual([])
  announcer.receive({ id: 1, status: 'winner' })
  announcer.receive({ id: 1, status: 'winner' })
  await announcer.reread()
  expect(announced).toEqual(['1:winner'])
})

test('what is pushed before the rows have been read is told where they do not know it yet', async () => {
  rows = [
    { id: 1, status: 'bided' },
    { id: 2, status: 'pending' },
  ]
  const announcer = newAnnouncer()
  announcer.receive({ id: 1, status: 'bided' })
  announcer.receive({ id: 2, status: 'bided' })
  await announcer.reread()
  expect(announced).toEqual(['2:bided'])
})

test('what happened while the line was down is told when it is read again', async () => {
  rows = [{ id: 1, status: 'pending' }]
  const announcer = newAnnouncer()
  await announcer.reread()
  rows = null
  await announcer.reread()
  rows = [
    { id: 1, status: 'bided' },
    { id: 2, status: 'pending' },
  ]
  await announcer.reread()
  expect(announced).toEqual(['1:bided', '2:pending'])
})

test('a reload tells nothing again, and still knows what is new', async () => {
  rows = [{ id: 1, status: 'pending' }]
  const first = newAnnouncer()
  await first.reread()
  first.end()
  const reloaded = newAnnouncer()
  await reloaded.reread()
  expect(announced).toEqual([])
  rows = [{ id: 1, status: 'bided' }]
  await reloaded.reread()
  expect(announced).toEqual(['1:bided'])
})

test('an answer that comes after the end is told to nobody', async () => {
  rows = [{ id: 1, status: 'pending' }]
  const announcer = newAnnouncer()
  await announcer.reread()
  rows = [{ id: 1, status: 'bided' }]
  const late = announcer.reread()
  announcer.end()
  await late
  expect(announced).toEqual([])
})
