import { expect, test } from 'vitest'
import { placeOf } from './waiting.ts'

test('one dispute leads to its payment, several to the list that shows the day of each', () => {
  expect(placeOf({ kind: 'dispute', count: 1, subject: 'uid' })).toBe('/admin/activity/uid')
  expect(placeOf({ kind: 'dispute', count: 2, subject: 'uid' })).toBe('/admin/activity?status=disputed')
})

test('what no list tells apart leads to the first of them', () => {
  expect(placeOf({ kind: 'artist_key', count: 2, subject: 'uid' })).toBe('/admin/artists/uid')
})
