import { expect, test } from 'vitest'
import { faults, periodSeconds, wireMoment } from './project-values.ts'

test.each([
  ['1', 3600],
  ['1,5', 5400],
  ['0.5', 1800],
  ['8760', 31_536_000],
  ['8761', null],
  ['0', null],
  ['-1', null],
  ['1e3', null],
  ['uma', null],
])('%s hours are %s seconds', (hours, seconds) => {
  expect(periodSeconds(hours)).toBe(seconds)
})

test('each field says what is wrong with it', () => {
  expect(faults.name('🎵'.repeat(70))).toBe('tooLong')
  expect([faults.price(99), faults.price(100), faults.price(100_000_001)]).toEqual([
    'priceRange',
    null,
    'priceRange',
  ])
  expect([faults.videoId('a_b-1'), faults.videoId('../x')]).toEqual([null, 'videoIdInvalid'])
  expect([faults.symbol('TUNE'), faults.symbol('T'), faults.symbol('tune')]).toEqual([
    null,
    'symbolInvalid',
    'symbolInvalid',
  ])
  expect([faults.wallet(`0x${'aB'.repeat(20)}`), faults.wallet('0x12')]).toEqual([null, 'walletInvalid'])
  expect(['1', '100000', '0', '1,5', '100001'].map(faults.supply)).toEqual([
    null,
    null,
    'totalSupplyInvalid',
    'totalSupplyInvalid',
    'totalSupplyInvalid',
  ])
  expect(faults.endDate('2026-01-01T00:00', Date.parse('2026-01-01T03:00Z'))).toBe('endDatePast')
  expect(faults.endDate('2026-01-01T00:00', Date.parse('2026-01-01T02:59:59Z'))).toBeNull()
  expect(faults.endDate('', 0)).toBe('endDatePast')
})

test('a moment is São Paulo’s and travels in UTC', () => {
  expect(wireMoment('2030-05-06T21:30')).toBe('2030-05-07 00:30:00')
})
