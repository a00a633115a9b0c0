import { afterEach, expect, test, vi } from 'vitest'
import { countRows } from './count-rows.ts'

afterEach(() => vi.useRealTimers())

test('rows are counted across chunks, without the headings, and reported five times a second at most', () => {
  vi.useFakeTimers()
  const reports: number[] = []
  const count = countRows((rows) => reports.push(rows))
  for (const chunk of ['name;e-mail\r\nAna;', 'a@tune.test\r\nRui;r@tune.test\r\n', 'Zé;z@tune.test\r\n']) {
    count(new TextEncoder().encode(chunk))
    vi.advanceTimersByTime(100)
  }
  expect(reports).toEqual([0, 3])
})
