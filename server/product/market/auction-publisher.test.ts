import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Change } from '../../doors/realtime/change.ts'
import { createLogger } from '../../platform/log.ts'
import { createAuctionPublisher } from './auction-publisher.ts'
import type { MarketFrame } from './contract.ts'

const UID = '6d1f4c9e-0f0a-4b57-9d5c-1f2e3a4b5c6d'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function changeOf(projectId: number, table = 'bids'): Change {
  const record = { id: 1, project_id: projectId }
  return {
    schema: 'public',
    table,
    type: 'INSERT',
    commitTime: '',
    transaction: 3,
    position: '',
    columns: [],
    record,
    oldRecord: {},
  }
}

/** A publisher over one project, number 7, whose market is a number of free units. */
function start() {
  const market = { free: 1, reads: 0, broken: false }
  const heard: [string, MarketFrame][] = []
  const publisher = createAuctionPublisher(
    {
      findMarket: async (uid) => (uid === UID ? { id: 7 } : null),
      async readMarket() {
        market.reads++
        if (market.broken) throw new Error('no database')
        return {
          auction: { version: 1, bids: 0, standing: 0, winners: 0, leading: null },
          nextExpire: null,
          totalAvailable: market.free,
          isPaused: false,
          expiredAt: '2026-12-01T00:00:00.000Z',
          top: [],
          winners: [],
        }
      },
    },
    createLogger('silent'),
  )
  const open = (name = `market:${UID}`) =>
    publisher.open(name, async (event, payload) => void heard.push([event, payload as MarketFrame]))
  const settle = () => vi.advanceTimersByTimeAsync(5000)
  return { publisher, market, heard, open, settle }
}

describe('the publisher', () => {
  test.each(['market:', 'market:1', `market:${UID.toUpperCase()}`, `market:${crypto.randomUUID()}`])(
    'has nothing to say of %s',
    async (name) => {
      const { publisher, open } = start()
      expect(publisher.owns(name)).toBe(true)
      expect(await open(name)).toBeNull()
    },
  )

  test('tells what changed, in order, and begins late listeners where it stands', async () => {
    const { publisher, market, heard, open, settle } = start()
    const topic = await open()
    expect(topic?.snapshot()).toMatchObject({ seq: 1, totalAvailable: 1 })
    await settle()
    for (const free of [2, 3]) {
      market.free = free
      publisher.onChange(changeOf(7))
      await settle()
    }
    expect(heard).toMatchObject([
      ['delta', { seq: 2, totalAvailable: 2, gone: [] }],
      ['delta', { seq: 3, totalAvailable: 3, gone: [] }],
    ])
    expect(topic?.snapshot()).toMatchObject({ seq: 3, totalAvailable: 3 })
    expect(topic?.snapshot()).not.toHaveProperty('gone')
  })

  test('reads once for all changes of a moment, and tells nothing where nothing differs', async () => {
    const { publisher, market, heard, open, settle } = start()
    await open()
    await settle()
    const before = market.reads
    for (let count = 0; count < 500; count++) publisher.onChange(changeOf(7))
    await settle()
    expect(market.reads - before).toBe(2)
    expect(heard).toEqual([])
  })

  test('looks once more at what may have been under way when it was opened', async () => {
    const { market, heard, open, settle } = start()
    await open()
    market.free = 5
    await settle()
    expect(heard).toMatchObject([['delta', { seq: 2, totalAvailable: 5 }]])
  })

  test('does not care for other projects', async () => {
    const { publisher, market, open, settle } = start()
    await open()
    await settle()
    const before = market.reads
    publisher.onChange(changeOf(8))
    publisher.onChange({ ...changeOf(7), type: 'DELETE', record: {}, oldRecord: { id: 1 } })
    await settle()
    expect(market.reads).toBe(before)
  })

  test('tells late what it could not read', async () => {
    const { publisher, market, heard, open, settle } = start()
    await open()
    await settle()
    market.broken = true
    market.free = 2
    publisher.onChange(changeOf(7))
    await settle()
    expect(heard).toEqual([])
    market.broken = false
    await settle()
    expect(heard).toMatchObject([['delta', { seq: 2, totalAvailable: 2 }]])
  })

  test('reads again when changes may have been missed', async () => {
    const { publisher, market, heard, open, settle } = start()
    await open()
    await settle()
    market.free = 2
    publisher.onGap()
    await settle()
    expect(heard).toMatchObject([['delta', { seq: 2, totalAvailable: 2 }]])
  })

  test('follows the log only while somebody watches', async () => {
    const { publisher, market, heard, open, settle } = start()
    const follows = () => ['bids', 'mints', 'users'].map((table) => publisher.follows('public', table))
    expect(follows()).toEqual([false, false, false])
    const topic = await open()
    expect(follows()).toEqual([true, true, false])
    topic?.close()
    expect(follows()).toEqual([false, false, false])
    const before = market.reads
    publisher.onChange(changeOf(7))
    await settle()
    expect([market.reads, heard, vi.getTimerCount()]).toEqual([before, [], 0])
  })

  test('that cannot be opened says so, and can be opened later', async () => {
    const { market, open, publisher } = start()
    market.broken = true
    await expect(open()).rejects.toThrow('no database')
    expect(publisher.follows('public', 'bids')).toBe(false)
    market.broken = false
    expect(await open()).not.toBeNull()
  })
})
