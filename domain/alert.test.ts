import { describe, expect, test } from 'vitest'
import { nightEnd, toldInTheMorning } from './alert.ts'

const at = (text: string) => Date.parse(`${text}-03:00`)

describe('the quiet night', () => {
  test.each([
    ['2026-11-24T22:00:00', '2026-11-25T08:00:00'],
    ['2026-11-24T23:59:59', '2026-11-25T08:00:00'],
    ['2026-11-25T00:00:00', '2026-11-25T08:00:00'],
    ['2026-11-25T07:59:59', '2026-11-25T08:00:00'],
    ['2026-12-31T22:30:00', '2027-01-01T08:00:00'],
  ])('%s lasts until %s', (now, end) => expect(nightEnd(at(now))).toBe(at(end)))

  test.each(['2026-11-24T08:00:00', '2026-11-24T12:00:00', '2026-11-24T21:59:59'])('%s is day', (now) =>
    expect(nightEnd(at(now))).toBeNull(),
  )

  test('what is worth nothing in the morning is told at once', () => {
    const night = at('2026-11-24T23:00:00')
    expect(toldInTheMorning(night, at('2026-11-25T12:00:00'))).toBe(at('2026-11-25T08:00:00'))
    expect(toldInTheMorning(night, at('2026-11-25T08:00:00'))).toBeNull()
    expect(toldInTheMorning(at('2026-11-24T15:00:00'), at('2026-11-30T12:00:00'))).toBeNull()
  })
})
