import { expect, test } from 'vitest'
import { DURATION } from './series.ts'

test.each([
  [0, '0 s', ['0 s']],
  [40, '40 ms', ['0 ms', '40 ms']],
  [16_800, '16.8 s', ['0 s', '16.8 s']],
  [90_000, '1.5 min', ['0 min', '1.5 min']],
  [5_400_000, '1.5 h', ['0 h', '1.5 h']],
  [172_800_000, '2 days', ['0 days', '2 days']],
])('a duration of %i ms is %s, and so is the axis up to it', (most, said, ticks) => {
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(DURATION.write(most))).toBe(said)
  expect([...new Set([0, most])].map((value) => plain(DURATION.scale(most).tick(value)))).toEqual(ticks)
})
