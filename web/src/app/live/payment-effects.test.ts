import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '#domain/payment.ts'
import { effectOf, PAYMENT_EFFECTS } from './payment-effects.ts'

const texts = JSON.parse(readFileSync(new URL('../../../../i18n/pt/live.json', import.meta.url), 'utf8')) as {
  toast: Record<string, string>
  modal: Record<string, unknown>
}

/** The table of the specification, section 4, in its own words. */
test.each([
  ['pending', 'info', false, false],
  ['succeded', null, true, false],
  ['failed', 'error', true, false],
  ['succeded-token', 'success', false, false],
  ['failed-token', null, true, false],
  ['failed-mint', 'error', true, false],
  ['succeded-mint', 'success', true, true],
  ['succeded-bided', 'success', false, false],
  ['succeded-winner', 'success', true, true],
] as const)('%s: toast %s, modal %s, shelf %s', (status, toast, modal, shelf) => {
  expect(PAYMENT_EFFECTS[status]).toMatchObject({ toast, modal, shelf })
})

test.each(['succeded-token', 'succeded-mint', 'succeded-winner'] as const)(
  '%s reads the balance',
  (status) => {
    expect(PAYMENT_EFFECTS[status].balance).toBe(true)
  },
)

test.each(PAYMENT_STATUSES)('%s has the texts that its effect shows, and no others', (status) => {
  const { toast, modal } = PAYMENT_EFFECTS[status]
  expect(status in texts.toast).toBe(toast !== null)
  expect(status in texts.modal).toBe(modal)
})

test.each(PAYMENT_STATUSES)('%s of a card payment is told, whatever it pays for', (status) => {
  for (const flow of ['mint', 'bid', 'balance'] as const) {
    expect(effectOf({ flow, method: 'card', status })).toBe(PAYMENT_EFFECTS[status])
  }
})

test.each(['pending', 'succeded', 'failed-bided'] as const)(
  '%s of a bid from the balance is known already',
  (status) => {
    expect(effectOf({ flow: 'bid', method: 'balance', status })).toMatchObject({ toast: null, modal: false })
    expect(effectOf({ flow: 'mint', method: 'balance', status })).toBe(PAYMENT_EFFECTS[status])
  },
)

test('a bid whose money came from outside, and that could not be placed, is told over any screen', () => {
  for (const method of ['card', 'pix'] as const)
    expect(effectOf({ flow: 'bid', method, status: 'failed-bided' })).toMatchObject({
      ...{ toast: 'error', modal: true, balance: true },
    })
})

test('what becomes of a bid from the balance is told', () => {
  const won = { flow: 'bid', method: 'balance', status: 'succeded-winner' } as const
  expect(effectOf(won)).toBe(PAYMENT_EFFECTS['succeded-winner'])
})

test.each(['pending', 'failed'] as const)(
  '%s of a PIX is said where its code is, and nowhere else',
  (status) => {
    expect(effectOf({ flow: 'balance', method: 'pix', status })).toMatchObject({ toast: null, modal: false })
    expect(effectOf({ flow: 'balance', method: 'pix', status: 'succeded' })).toBe(PAYMENT_EFFECTS.succeded)
  },
)

test('a gift is nobody’s news to whoever paid for it', () => {
  for (const status of ['succeded', 'succeded-mint'] as const) {
    expect(effectOf({ flow: 'mint', method: 'card', status, is_gift: true })).toMatchObject({
      toast: null,
      modal: false,
      balance: true,
    })
  }
})
