import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isRoomOpen, turnAt } from './opening.ts'

describe('turns', () => {
  test('let in as many as there are units, then the next a minute later', () => {
    const draw = { people: 5, units: 2 }
    expect([1, 2, 3, 4, 5].map((place) => turnAt(0, draw, place))).toEqual([0, 0, 60_000, 60_000, 120_000])
    expect(turnAt(0, draw, null)).toBe(180_000)
  })

  test('begin at once for everybody where nobody waited', () =>
    expect(turnAt(7, { people: 0, units: 3 }, null)).toBe(7))

  test('never put a place behind those who have none, nor more people in a turn than units', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 60 }), (people, units) => {
        const turns = Array.from({ length: people }, (_, index) => turnAt(0, { people, units }, index + 1))
        expect(Math.max(...turns)).toBeLessThan(turnAt(0, { people, units }, null))
        const sizes = Map.groupBy(turns, (turn) => turn)
        for (const each of sizes.values()) expect(each.length).toBeLessThanOrEqual(units)
      }),
    ))
})

test('the room is open for a quarter of an hour, and closes with the opening', () => {
  const opensAt = 10_000_000
  expect(
    [opensAt - 900_001, opensAt - 900_000, opensAt - 1, opensAt].map((now) => isRoomOpen(opensAt, now)),
  ).toEqual([false, true, true, false])
})
