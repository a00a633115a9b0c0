import { expect, test } from 'vitest'
import { narrowSkew, type Skew } from './clock.ts'

test('answers narrow the bounds around the true difference', () => {
  const truth = 5_400
  let skew: Skew | null = null
  for (const [sentAt, travel] of [
    [1_000_000, 80],
    [1_003_370, 40],
    [1_009_720, 60],
    [1_015_150, 30],
  ] as const) {
    const answeredAt = sentAt + travel / 2
    const header = Math.floor((answeredAt + truth) / 1000) * 1000
    skew = narrowSkew(skew, header, sentAt, sentAt + travel)
    expect(skew.low).toBeLessThanOrEqual(truth)
    expect(skew.high).toBeGreaterThanOrEqual(truth)
  }
  expect((skew as Skew).high - (skew as Skew).low).toBeLessThan(1000)
})

test('when the device clock is set, the newest answer counts', () => {
  const before = narrowSkew(null, 10_000, 10_000, 10_050)
  const after = narrowSkew(before, 20_000, 80_000, 80_050)
  expect(after).toEqual({ low: -60_050, high: -59_000 })
})
