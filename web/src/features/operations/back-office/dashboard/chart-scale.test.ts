import { expect, test } from 'vitest'
import { axisOf, HEIGHT, plotOf, runsOf } from './chart-scale.ts'

test.each([
  [[0, 0], [0]],
  [[7], [0, 5, 10]],
  [[1], [0, 0.5, 1]],
  [[100], [0, 50, 100]],
  [[123_456], [0, 50_000, 100_000, 150_000]],
  [
    [-100, 250],
    [-200, 0, 200, 400],
  ],
])('the axis of %j is %j', (values, axis) => {
  expect(axisOf(values)).toEqual(axis)
})

test('the highest stands highest, days stand side by side, and all of it within the picture', () => {
  const { x, y, left, right } = plotOf([0, 50, 100], ['0', '50', '100'], 3, 400)
  expect([x(0), x(2)]).toEqual([left, right])
  expect(x(1)).toBeCloseTo((left + right) / 2)
  expect(y(100)).toBeLessThan(y(50))
  expect(y(0)).toBeLessThan(HEIGHT)
  expect(right).toBeLessThan(400)
})

test('a single day lies in the middle; without values everything lies on the line of zero', () => {
  const { x, y, left, right, bottom } = plotOf([0], ['0'], 1, 400)
  expect(x(0)).toBe((left + right) / 2)
  expect(y(0)).toBe(bottom)
})

test('days without a value interrupt the line', () => {
  expect(runsOf([null, 1, 2, null, 3, null])).toEqual([
    [
      { index: 1, value: 1 },
      { index: 2, value: 2 },
    ],
    [{ index: 4, value: 3 }],
  ])
})
