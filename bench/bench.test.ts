/** The benchmarks run elsewhere; this tests their calculations. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Sender } from 'ws'
import { CALLS } from '#server/product/calls.ts'
import type { MarketFrame } from '#server/product/market/contract.ts'
import { pathsOf } from './admin-pages.ts'
import { capacityFor, renderCapacity } from './capacity.ts'
import { createFollower, stalenessOf } from './follow.ts'
import { readAnswer } from './http-client.ts'
import { planBids } from './plan-bids.ts'
import { passes, renderResult } from './report.ts'
import { createReturns } from './returns.ts'
import { median, percentile } from './statistics.ts'
import { clientFrame, frameBounds } from './websocket.ts'

test('every list of the back office is measured', () => {
  const of = { document: '1', wallet: '0x1', email: 'a', payment: 'p', day: 'd', regular: 'r', project: 'p' }
  const measured = Object.values(pathsOf(of)).map((path) => path.split('?')[0])
  const lists = Object.keys(CALLS).flatMap((name) => /^GET \/admin\/([a-z-]+)\.csv$/.exec(name)?.[1] ?? [])
  expect(lists.length).toBeGreaterThan(15)
  // These are counts of a span of time, and no lists.
  const counts = ['figures', 'accounting']
  expect(lists.filter((list) => !counts.includes(list) && !measured.includes(list))).toEqual([])
})

describe('figures', () => {
  test('medians and percentiles', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(percentile([10, 30, 20, 40], 0.5)).toBe(20)
    expect(percentile([10, 30, 20, 40], 0.99)).toBe(40)
    expect(() => percentile([], 0.5)).toThrow('no values')
  })

  test.each([
    [{ atLeast: 2 }, [1, 2, 9], true],
    [{ atLeast: 2 }, [1, 1.9, 9], false],
    [{ atMost: 2 }, [1, 2, 9], true],
    [{ always: 1 }, [1, 1, 0], false],
    [{ always: 1 }, [1, 1, 1], true],
    [null, [7], null],
  ])('%o of %o: %o', (limit, rounds, verdict) => {
    expect(passes({ rounds, limit })).toBe(verdict)
  })

  test('a missed goal is said', () => {
    const result = {
      goal: 'g',
      baseline: 'b',
      unit: '×',
      rounds: [1, 1.5, 3],
      limit: { atLeast: 2 },
      notes: [],
    }
    expect(renderResult(result)).toBe('| g | ≥ 2 | b | 1 · 1.5 · 3 | 1.5 × | **miss** |')
  })
})

describe('planned bids', () => {
  const fans = Array.from({ length: 200 }, (_, n) => `fan ${n}`)
  const projects = Array.from({ length: 60 }, (_, id) => ({ id, uid: `project ${id}` }))

  test('no fan bids twice on a project, no amount comes twice on one', () => {
    const plan = planBids({ fans, projects })
    const bids = [...plan.hot(0), ...plan.hot(1), ...plan.spread(2, 50), ...plan.spread(2, 50)]
    expect(bids).toHaveLength(4 * fans.length)
    for (const mark of ['fan', 'amount'] as const) {
      expect(new Set(bids.map((bid) => `${bid.project} ${bid[mark]}`)).size).toBe(bids.length)
    }
    expect(bids.every(({ project }) => project.startsWith('project '))).toBe(true)
  })
})

describe('the wire', () => {
  test('an answer is complete when its body is', () => {
    const text = 'HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nabcd'
    expect(readAnswer(text.slice(0, 20))).toBeNull()
    expect(readAnswer(text.slice(0, -1))).toBeNull()
    expect(readAnswer(text)).toEqual({ status: 201, body: 'abcd' })
  })

  test.each([5, 125, 126, 70_000])('a frame of %i bytes is found', (length) => {
    const options = { fin: true, opcode: 1, mask: false, readOnly: true, rsv1: false }
    const frame = Buffer.concat([Buffer.alloc(3), ...Sender.frame(Buffer.alloc(length, 120), options)])
    expect(frameBounds(frame, 3)).toEqual({ content: frame.length - length, end: frame.length })
    expect(frameBounds(frame.subarray(0, 4), 3)).toBeNull()
  })

  test.each([10, 300])('a text of %i bytes is framed', (length) => {
    const frame = clientFrame('x'.repeat(length))
    expect(frame.subarray(-length).toString()).toBe('x'.repeat(length))
    expect(frame.readUInt8(1) & 0x80).toBe(0x80)
  })
})

describe('followed watchers', () => {
  const state = (seq: number, bids: number): MarketFrame => ({
    seq,
    auction: { version: bids, bids, standing: bids, winners: 0, leading: null },
    nextExpire: null,
    totalAvailable: 0,
    isPaused: false,
    expiredAt: '2026-12-01T00:00:00.000Z',
    top: [],
    winners: [],
  })
  const message = (frame: MarketFrame) =>
    Buffer.from(JSON.stringify([null, null, 'topic', 'broadcast', { payload: frame }]))

  test('who misses a frame shows something else, and says so', () => {
    const follower = createFollower()
    for (const watcher of [0, 1]) follower.take(watcher, message(state(1, 1)), 10)
    expect(follower.states()).toEqual([state(1, 1)])
    follower.take(0, message({ ...state(2, 2), gone: [] }), 20)
    for (const watcher of [0, 1]) follower.take(watcher, message({ ...state(3, 3), gone: [] }), 30)
    expect(follower.states()).toEqual([state(3, 3), null])
  })

  test('who joins later and knows the same is in no other state', () => {
    const follower = createFollower()
    follower.take(0, message(state(1, 1)), 10)
    follower.take(0, message({ ...state(2, 2), gone: [] }), 20)
    follower.take(1, message(state(2, 2)), 25)
    expect(follower.states()).toEqual([state(2, 2)])
  })

  test('staleness lasts from the answer until the totals show it', () => {
    const seen = [
      [
        { bids: 1, at: 100 },
        { bids: 3, at: 150 },
      ],
      [{ bids: 3, at: 120 }],
    ]
    const answers = [
      { bids: 3, at: 110 },
      { bids: 1, at: 101 },
    ]
    expect(stalenessOf(seen, answers)).toEqual({ p50: 10.1, p99: 40.1, max: 40 })
    expect(() => stalenessOf(seen, [{ bids: 4, at: 0 }])).toThrow('never showed 4')
  })
})

describe('watchers who are dropped', () => {
  test('come back some at a time, and again when they are refused or dropped again', async () => {
    const dialled: number[] = []
    let atOnce = 0
    let most = 0
    const returns = createReturns(async (watcher) => {
      atOnce++
      most = Math.max(most, atOnce)
      dialled.push(watcher)
      await Promise.resolve()
      atOnce--
      // The third is refused once.
      if (watcher === 3 && dialled.filter((one) => one === 3).length === 1) throw new Error('refused')
      returns.hasSnapshot(watcher)
    }, 2)
    for (const watcher of [1, 2, 3, 4]) returns.dropped(watcher)
    expect(await returns.whole(0)).toMatchObject({ drops: 4 })
    expect(most).toBe(2)
    expect(dialled.toSorted()).toEqual([1, 2, 3, 3, 4])

    returns.dropped(1)
    returns.stop()
    returns.dropped(2)
    expect((await returns.whole(0)).drops).toBe(1)
    expect(dialled).toHaveLength(6)
  })
})

describe('the model of what fans cost', () => {
  test('docs/capacity.md is what it says', () => {
    expect(readFileSync(join(import.meta.dirname, '../docs/capacity.md'), 'utf8')).toBe(renderCapacity())
  })

  test('costs grow with the fans, never below two hosts and a replica', () => {
    expect(capacityFor(10_000)).toMatchObject({
      cores: { product: 2, Postgres: 4 },
      hosts: 2,
      watchers: 25,
    })
    const [one, ten] = [capacityFor(100_000_000), capacityFor(1_000_000_000)]
    expect(ten.cores.product / one.cores.product).toBeCloseTo(10, 0)
    expect(ten.cores.Postgres / one.cores.Postgres).toBeCloseTo(10, 0)
    // 10 million come; 15 % of their 15 million bids fall into the busiest hour.
    expect(one.rates.bid).toBeCloseTo((15_000_000 * 0.15) / 3600)
  })
})
