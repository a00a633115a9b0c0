import { describe, expect, test } from 'vitest'
import { movementKey } from '#domain/statement.ts'
import { isBackwards, isNarrowed, readFilter, toQuery } from './filter.ts'
import { byMonth, signedAmount } from './movement-view.ts'

describe('the filter in the address', () => {
  test('is read, and what does not fit is left out', () => {
    const filter = readFilter(new URLSearchParams('kind=bids&from=2026-11-01&to=2026-02-30&x=1'))
    expect(filter).toEqual({ kind: 'bids', from: '2026-11-01', to: '' })
    expect(toQuery(filter)).toEqual({ kind: 'bids', from: '2026-11-01' })
    expect(readFilter(new URLSearchParams('kind=bid'))).toEqual({ kind: '', from: '', to: '' })
    expect(isNarrowed(readFilter(new URLSearchParams()))).toBe(false)
  })

  test('that ends before it begins is noticed', () => {
    expect(isBackwards({ kind: '', from: '2026-11-02', to: '2026-11-01' })).toBe(true)
    expect(isBackwards({ kind: '', from: '2026-11-01', to: '2026-11-01' })).toBe(false)
    expect(isBackwards({ kind: '', from: '2026-11-02', to: '' })).toBe(false)
  })
})

describe('a movement', () => {
  test.each([
    [2000, '+ R$ 20,00'],
    [-2000, '− R$ 20,00'],
    [0, 'R$ 20,00'],
  ])('that changes the free money by %i reads %s', (change, text) => {
    expect(signedAmount({ amount: 2000, change }).replaceAll('\u00a0', ' ')).toBe(text)
  })

  test('stands under its month by its reader’s clock', () => {
    const items = ['2026-11-30T23:59:00', '2026-11-01T00:00:00', '2026-10-31T12:00:00'].map((at) => ({
      at,
    }))
    expect(byMonth(items, 'pt').map(({ month, items: all }) => [month, all.length])).toEqual([
      ['novembro de 2026', 2],
      ['outubro de 2026', 1],
    ])
    expect(byMonth(items, 'en')[0]?.month).toBe('November 2026')
  })

  test('that gave a withdrawal back says why', () => {
    const withdrawal = {
      status: 'rejected',
      pixKeyType: 'cpf',
      pixKey: '52998224725',
      endToEndId: null,
      paidAt: null,
    } as const
    expect(movementKey({ kind: 'withdrawal_returned', withdrawal })).toBe('returned.rejected')
    expect(movementKey({ kind: 'withdrawal_requested', withdrawal })).toBe('kind.withdrawal_requested')
    expect(movementKey({ kind: 'deposit', withdrawal: null })).toBe('kind.deposit')
  })
})
