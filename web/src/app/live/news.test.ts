import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BID_TRANSITIONS } from '#domain/bid.ts'
import { PAYMENT_TRANSITIONS, type PaymentStatus } from '#domain/payment.ts'
import { leadsTo, type Seen, type StatusRow, see, seeAll } from './news.ts'

type PaymentRow = StatusRow<PaymentStatus>

const mint = (id: number, status: PaymentStatus): PaymentRow => ({ id, status })

function news(rows: PaymentRow[], start: Seen<PaymentStatus> = {}): string[] {
  const told: string[] = []
  let seen = start
  for (const row of rows) {
    const result = see(seen, row, PAYMENT_TRANSITIONS.mint)
    seen = result.seen
    if (result.isNews) told.push(`${row.id}:${row.status}`)
  }
  return told
}

describe('see', () => {
  test('tells each step once, however often it is heard', () => {
    const rows = [
      mint(1, 'pending'),
      mint(1, 'succeded'),
      mint(1, 'succeded'),
      mint(1, 'succeded-mint'),
      mint(1, 'succeded-mint'),
    ]
    expect(news(rows)).toEqual(['1:pending', '1:succeded', '1:succeded-mint'])
  })

  test('a re-read that is older than what realtime brought is no news', () => {
    expect(news([mint(1, 'succeded-mint'), mint(1, 'succeded'), mint(1, 'pending')])).toEqual([
      '1:succeded-mint',
    ])
  })

  test('a step that was missed does not hide the ones after it', () => {
    expect(news([mint(1, 'succeded-mint')], seeAll([mint(1, 'pending')]))).toEqual(['1:succeded-mint'])
  })

  test('money may arrive after a failure was heard of', () => {
    expect(news([mint(1, 'failed'), mint(1, 'succeded')])).toEqual(['1:failed', '1:succeded'])
  })

  test('what was there on arrival is no news', () => {
    const rows = [mint(1, 'succeded-mint'), mint(2, 'failed')]
    expect(news(rows, seeAll(rows))).toEqual([])
  })

  test('any shuffle with repeats tells no status twice and ends at the last one', () => {
    const path = [mint(7, 'pending'), mint(7, 'succeded'), mint(7, 'failed-mint')]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...path), { maxLength: 12 }), (heard) => {
        const told = news([...heard, mint(7, 'failed-mint')])
        expect(new Set(told).size).toBe(told.length)
        expect(told.at(-1)).toBe('7:failed-mint')
      }),
    )
  })

  test('memory is bounded and forgets the oldest', () => {
    const many = Array.from({ length: 300 }, (_, index) => mint(index, 'succeded-mint'))
    const seen = seeAll(many)
    expect(Object.keys(seen)).toHaveLength(100)
    expect(seen[299]).toBe('succeded-mint')
    expect(seen[0]).toBeUndefined()
  })
})

test('leadsTo follows the machine', () => {
  expect(leadsTo(PAYMENT_TRANSITIONS.bid, 'pending', 'succeded-winner')).toBe(true)
  expect(leadsTo(PAYMENT_TRANSITIONS.mint, 'pending', 'succeded-winner')).toBe(false)
  expect(leadsTo(PAYMENT_TRANSITIONS.mint, 'succeded-mint', 'succeded')).toBe(false)
  expect(leadsTo(BID_TRANSITIONS, 'pending', 'cancelled')).toBe(true)
  expect(leadsTo(BID_TRANSITIONS, 'winner', 'bided')).toBe(false)
})
