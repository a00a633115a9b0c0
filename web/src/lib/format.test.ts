/** Dates as the specification writes them. Instants without a zone are local, wherever the test runs. */
import { expect, test } from 'vitest'
import {
  formatDateTime,
  formatMoment,
  formatMomentInSaoPaulo,
  formatRate,
  formatTokenMoment,
  formatWhen,
  saoPauloInstant,
  saoPauloMoment,
  shortAddress,
} from './format.ts'

const AFTERNOON = '2026-03-05T14:07:30'
const MIDNIGHT = '2026-12-31T00:00:00'

test('lists and tables: dd/MM/yyyy HH:mm', () => {
  expect(formatDateTime(AFTERNOON, 'pt')).toBe('05/03/2026 14:07')
  expect(formatDateTime(MIDNIGHT, 'pt')).toBe('31/12/2026 00:00')
  expect(formatDateTime(AFTERNOON, 'en')).toBe('5 Mar 2026 14:07')
})

test("notifications: dd/MM/yyyy 'às' HH:mm", () => {
  expect(formatMoment(AFTERNOON, 'pt')).toBe('05/03/2026 às 14:07')
  expect(formatMoment(AFTERNOON, 'en')).toBe('5 Mar 2026 at 14:07')
})

test("tokens and the shelf: dd/MM/yyyy 'às' HH'h'mm", () => {
  expect(formatTokenMoment(AFTERNOON, 'pt')).toBe('05/03/2026 às 14h07')
  expect(formatTokenMoment(MIDNIGHT, 'pt')).toBe('31/12/2026 às 00h00')
  expect(formatTokenMoment(AFTERNOON, 'en')).toBe('5 Mar 2026 at 14:07')
})

test('within a sentence the day is said only when it is another one', () => {
  const at = Date.parse(AFTERNOON)
  expect(formatWhen(at, Date.parse('2026-03-05T01:00:00'), 'pt')).toBe('às 14:07')
  expect(formatWhen(at, Date.parse('2026-03-04T23:59:00'), 'pt')).toBe('em 05/03 às 14:07')
  expect(formatWhen(at, Date.parse('2026-03-05T01:00:00'), 'en')).toBe('at 14:07')
  expect(formatWhen(at, Date.parse('2026-03-04T23:59:00'), 'en')).toBe('on 5 Mar at 14:07')
})

test('an address keeps what it is recognised by', () => {
  expect(shortAddress('0x1234567890abcdef1234567890abcdef12345678')).toBe('0x1234…5678')
})

test('rates have the decimal sign of the reader’s language', () => {
  expect([399, 99, 1000].map((rate) => formatRate(rate, 'pt'))).toEqual(['3,99%', '0,99%', '10%'])
  expect([399, 99, 1000].map((rate) => formatRate(rate, 'en'))).toEqual(['3.99%', '0.99%', '10%'])
})

test('the back office has one clock, São Paulo’s, wherever its reader is', () => {
  expect(formatMomentInSaoPaulo('2026-03-06T02:07:00Z', 'pt')).toBe('05/03/2026 às 23:07')
  expect(formatMomentInSaoPaulo('2026-03-06T02:07:00Z', 'en')).toBe('5 Mar 2026 at 23:07')
})

test.each([
  ['2026-03-05T14:07', '2026-03-05T17:07:00.000Z'],
  // Clocks elsewhere skip or repeat these hours: New York in March, Berlin in October, Auckland in April.
  ['2026-03-08T02:30', '2026-03-08T05:30:00.000Z'],
  ['2026-10-25T02:30', '2026-10-25T05:30:00.000Z'],
  ['2026-04-05T02:30', '2026-04-05T05:30:00.000Z'],
  // The last summer time of São Paulo began between these two.
  ['2018-11-03T23:30', '2018-11-04T02:30:00.000Z'],
  ['2018-11-04T01:30', '2018-11-04T03:30:00.000Z'],
])('%s on São Paulo’s clocks is %s, there and back', (moment, iso) => {
  expect(new Date(saoPauloInstant(moment)).toISOString()).toBe(iso)
  expect(saoPauloMoment(iso)).toBe(moment)
})

test('what is no moment has no instant', () => {
  expect(saoPauloInstant('')).toBeNaN()
})
