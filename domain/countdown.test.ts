import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAccessLeft,
  formatClock,
  formatDaysLeft,
  parseNextExpire,
  secondsLeft,
  shareLeft,
  timeLeft,
} from './countdown.ts'

test('a begun second counts until the end has come', () => {
  expect(secondsLeft(10_000, 7_000)).toBe(3)
  expect(secondsLeft(10_000, 7_001)).toBe(3)
  expect(secondsLeft(10_000, 9_999)).toBe(1)
  expect(secondsLeft(10_000, 10_000)).toBe(0)
  expect(secondsLeft(10_000, 99_000)).toBe(0)
})

test('a window that has just begun has its whole length left, however late the clock that shows it', () => {
  expect(secondsLeft(7_210_400, 10_000, 7200)).toBe(7200)
  expect(secondsLeft(7_210_400, 10_401, 7200)).toBe(7200)
  expect(secondsLeft(7_210_400, 11_400, 7200)).toBe(7199)
})

test('the parts add up to the whole', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), (total) => {
      const { days, hours, minutes, seconds } = timeLeft(total)
      expect(days * 86_400 + hours * 3600 + minutes * 60 + seconds).toBe(total)
      expect(hours < 24 && minutes < 60 && seconds < 60).toBe(true)
    }),
  )
})

test.each([
  [0, '0h 0m 0s', '00:00:00', '0d 0h 0m 0s'],
  [59, '0h 0m 59s', '00:00:59', '0d 0h 0m 59s'],
  [4523, '1h 15m 23s', '01:15:23', '0d 1h 15m 23s'],
  [90_000, '25h 0m 0s', '25:00:00', '1d 1h 0m 0s'],
])('%i seconds read %s, %s and %s', (seconds, access, clock, days) => {
  expect(formatDaysLeft(seconds)).toBe(days)
  expect(formatAccessLeft(seconds)).toBe(access)
  expect(formatClock(seconds)).toBe(clock)
})

test('the share left runs from one to nothing and stays there', () => {
  expect(shareLeft(1000, 2000, 500)).toBe(1)
  expect(shareLeft(1000, 2000, 1000)).toBe(1)
  expect(shareLeft(1000, 2000, 1750)).toBe(0.25)
  expect(shareLeft(1000, 2000, 3000)).toBe(0)
  expect(shareLeft(2000, 2000, 1000)).toBe(0)
})

test('nextExpire is read as UTC, and only in its own form', () => {
  expect(parseNextExpire('2026-11-21 09:30:00')).toBe(Date.UTC(2026, 10, 21, 9, 30))
  expect(parseNextExpire(null)).toBeNull()
  expect(parseNextExpire('2026-11-21T09:30:00Z')).toBeNull()
  expect(parseNextExpire('2026-13-41 99:30:00')).toBeNull()
})
