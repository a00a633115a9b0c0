import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPace } from './pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that records when it begins, takes `takes` ms, and fails as long as `fails` is above 0. */
function paced(takes = 0) {
  const begun: number[] = []
  const faults: unknown[] = []
  const state = { fails: 0, atOnce: 0, most: 0 }
  const zero = Date.now()
  const pace = createPace(
    async () => {
      begun.push(Date.now() - zero)
      state.most = Math.max(state.most, ++state.atOnce)
      if (takes > 0) await new Promise((resolve) => setTimeout(resolve, takes))
      state.atOnce--
      if (state.fails-- > 0) throw new Error('no database')
    },
    { everyMs: 100, retryMs: 1000, onFault: (fault) => faults.push(fault) },
  )
  return { pace, begun, faults, state }
}

describe('work', () => {
  test('is done at once when idle', async () => {
    const { pace, begun } = paced()
    pace.request()
    await vi.advanceTimersByTimeAsync(250)
    pace.request()
    await vi.advanceTimersByTimeAsync(1000)
    expect(begun).toEqual([0, 250])
  })

  test('is done ten times a second however often it is asked for, and once more behind the last', async () => {
    const { pace, begun } = paced()
    for (let ms = 0; ms < 450; ms++) {
      pace.request()
      await vi.advanceTimersByTimeAsync(1)
    }
    await vi.advanceTimersByTimeAsync(1000)
    expect(begun).toEqual([0, 100, 200, 300, 400, 500])
  })

  test('that takes long is never done twice at a time, nor forgotten', async () => {
    const { pace, begun, state } = paced(250)
    pace.request()
    await vi.advanceTimersByTimeAsync(10)
    pace.request()
    pace.request()
    await vi.advanceTimersByTimeAsync(2000)
    expect(begun).toEqual([0, 250])
    expect(state.most).toBe(1)
  })

  test('that fails is told, and tried again a second later until it succeeds', async () => {
    const { pace, begun, faults, state } = paced()
    state.fails = 2
    pace.request()
    await vi.advanceTimersByTimeAsync(500)
    pace.request()
    await vi.advanceTimersByTimeAsync(5000)
    expect(begun).toEqual([0, 1000, 2000])
    expect(faults).toHaveLength(2)
  })

  test('that is stopped is not done any more', async () => {
    const { pace, begun } = paced(50)
    pace.request()
    await vi.advanceTimersByTimeAsync(10)
    pace.request()
    pace.stop()
    pace.request()
    await vi.advanceTimersByTimeAsync(5000)
    expect(begun).toEqual([0])
    expect(vi.getTimerCount()).toBe(0)
  })
})
