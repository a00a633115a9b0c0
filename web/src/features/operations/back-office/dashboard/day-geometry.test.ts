import { expect, test } from 'vitest'
import { ago } from './ago.ts'
import { dayLine } from './day-geometry.ts'

test('the best day stands highest, and the days stand side by side', () => {
  const { points, zero } = dayLine([0, 500, 1000])
  expect(points.map(({ x }) => x)).toEqual([2, 50, 98])
  expect(points.map(({ y }) => y)).toEqual([92, 52, 12])
  expect(zero).toBe(92)
})

test('a day that lost lies below the line of zero', () => {
  const { points, zero } = dayLine([100, -100])
  expect(points[1]?.y).toBeGreaterThan(zero)
})

test('days without sales lie at the foot', () => {
  expect(dayLine([0, 0]).points.map(({ y }) => y)).toEqual([92, 92])
})

test.each([
  [0, 'há 1 minuto'],
  [59, 'há 1 minuto'],
  [120, 'há 2 minutos'],
  [7300, 'há 2 horas'],
  [200_000, 'há 2 dias'],
])('%i seconds ago', (seconds, text) => {
  expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:00:00Z') + seconds * 1000, 'pt')).toBe(text)
})
