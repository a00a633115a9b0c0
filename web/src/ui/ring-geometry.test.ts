import { describe, expect, test } from 'vitest'
import { edgeAngle, RING_BOX, ringDash, ringRadius } from './ring-geometry.ts'

test('the stroke touches the box and never leaves it', () => {
  expect(ringRadius(4) + 4 / 2).toBe(RING_BOX / 2)
})

describe('ringDash', () => {
  const around = 2 * Math.PI * 48

  test('full, half, empty', () => {
    expect(ringDash(1, 48)).toEqual([around, 0])
    expect(ringDash(0.5, 48)[0]).toBeCloseTo(around / 2)
    expect(ringDash(0, 48)).toEqual([0, around])
  })

  test('never draws more than a circle or less than nothing', () => {
    expect(ringDash(1.2, 48)).toEqual([around, 0])
    expect(ringDash(-0.2, 48)).toEqual([0, around])
  })
})

describe('edgeAngle', () => {
  test('begins at twelve, turns each corner in its eighth, and ends where it began', () => {
    expect([0, 1, 2, 3, 4, 6, 8].map((eighth) => Math.round(edgeAngle(eighth / 8)))).toEqual([
      0, 45, 90, 135, 180, 270, 360,
    ])
  })

  test('covers the same length of the edge in the same time', () => {
    // A quarter of the way to the right corner lies at a quarter of half a side.
    expect(Math.tan((edgeAngle(1 / 32) * Math.PI) / 180)).toBeCloseTo(1 / 4)
    // The same before the corner, seen from the right side's middle.
    expect(Math.tan(((90 - edgeAngle(7 / 32)) * Math.PI) / 180)).toBeCloseTo(1 / 4)
  })

  test('never goes round twice or backwards', () => {
    expect(edgeAngle(1.4)).toBe(360)
    expect(edgeAngle(-1)).toBe(0)
  })
})
