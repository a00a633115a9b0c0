import { expect, test } from 'vitest'
import { ago } from './ago.ts'

test.each([
  [0, 'agora'],
  [59, 'agora'],
  [60, 'há 1 minuto'],
  [120, 'há 2 minutos'],
  [7300, 'há 2 horas'],
  [200_000, 'há 2 dias'],
])('%i seconds ago', (seconds, text) => {
  expect(ago('2026-01-01T00:00:00Z', Date.parse('2026-01-01T00:00:00Z') + seconds * 1000, 'pt')).toBe(text)
})
