import { describe, expect, test } from 'vitest'
import { RING_BOX, ringDash, ringRadius, sleevePath } from './ring-geometry.ts'

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

test('the sleeve is the whole box with a round hole', () => {
  expect(sleevePath(40)).toBe('M0 0H100V100H0ZM10 50a40 40 0 1 0 80 0a40 40 0 1 0 -80 0Z')
})
