import { expect, test } from 'vitest'
import { bestOffer, isOver, takesBids } from './offer.ts'

const project = { fiatPrice: 1000, totalAvailable: 0 }

test('the smallest amount that leads', () => {
  expect(bestOffer(project, { standing: 0, leading: null })).toEqual({ amount: 1000, free: 0 })
  expect(bestOffer(project, { standing: 1, leading: 1000 })).toEqual({ amount: 1001, free: 0 })
  expect(bestOffer(project, null)).toEqual({ amount: 1000, free: 0 })
})

test('a unit that is free goes for the price, however high others have bid before', () => {
  const waiting = { ...project, totalAvailable: 2 }
  expect(bestOffer(waiting, { standing: 0, leading: null })).toEqual({ amount: 1000, free: 2 })
  // The settlement is about to give one of them to the standing bid.
  expect(bestOffer(waiting, { standing: 1, leading: 5000 })).toEqual({ amount: 1000, free: 1 })
  expect(bestOffer(waiting, { standing: 2, leading: 5000 })).toEqual({ amount: 5001, free: 0 })
})

test('bids are taken until the project closes, except during a pause', () => {
  const expiredAt = '2030-01-01T00:00:00.000Z'
  const closes = Date.parse(expiredAt)
  expect(takesBids({ isPaused: false, expiredAt }, closes - 1)).toBe(true)
  expect(takesBids({ isPaused: false, expiredAt }, closes)).toBe(false)
  expect(takesBids({ isPaused: true, expiredAt }, closes - 1)).toBe(false)
})

test('an auction is over from its end on, and once it was closed before', () => {
  const expiredAt = '2031-01-01T00:00:00Z'
  const end = Date.parse(expiredAt)
  expect(isOver({ phase: 'auction', expiredAt }, end - 1)).toBe(false)
  expect(isOver({ phase: 'auction', expiredAt }, end)).toBe(true)
  expect(isOver({ phase: 'closed', expiredAt }, end - 1)).toBe(true)
})
