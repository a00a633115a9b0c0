import { expect, test } from 'vitest'
import { amountToLead } from '#domain/bid.ts'
import { leadingOffer } from './offer.ts'

test('the price while nobody bids, then one centavo above the best', () => {
  expect(leadingOffer(2000, null)).toBe(2000)
  expect(leadingOffer(2000, 3000)).toBe(3001)
  expect(amountToLead(leadingOffer(2000, 3000), 3000)).toBe(0)
})
