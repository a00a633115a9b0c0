import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadAgain } from './load-again.ts'

let back: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', (_event: string, hear: () => void) => {
    back = hear
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what is lost on the way is asked for again until it comes', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('lost'))
  load.mockResolvedValue('here')
  const loading = loadAgain(load)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await loading).toBe('here')
  expect(load).toHaveBeenCalledTimes(2)
})

test('without a line nothing is asked for until it is back', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('lost'))
  load.mockResolvedValue('here')
  const loading = loadAgain(load)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(load).toHaveBeenCalledTimes(1)
  back()
  expect(await loading).toBe('here')
})

test('what never comes is given up', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('no such file')))
  const loading = expect(loadAgain(load)).rejects.toThrow('no such file')
  await vi.advanceTimersByTimeAsync(60_000)
  await loading
  expect(load).toHaveBeenCalledTimes(5)
})
