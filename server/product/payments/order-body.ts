/** What every payment from outside orders. */
import * as v from 'valibot'
import { MIN_DEPOSIT } from '#domain/money.ts'
import { about, centavos, uuid } from '../api/call.ts'
import { giftOrder, tipOrder } from '../market/public.ts'

/** `by` are the fields of the payment method. A deposit has no project, and a minimum amount. */
export function orderBody<By extends v.ObjectEntries>(by: By) {
  const order = v.object({
    ...by,
    typeBuy: v.picklist(['mint', 'bid', 'balance']),
    amount: centavos,
    UID: about(v.optional(v.string(), ''), 'The project; empty for a deposit.'),
    gift: v.optional(giftOrder),
    tip: v.optional(tipOrder),
  })
  return v.pipe(
    order,
    v.check((given) => {
      const { typeBuy, amount, UID, gift, tip } = given as {
        typeBuy: string
        amount: number
        UID: string
        gift?: object
        tip?: object
      }
      if ((gift || tip) && typeBuy !== 'mint') return false
      return typeBuy === 'balance' ? UID === '' && amount >= MIN_DEPOSIT : v.is(uuid, UID)
    }),
  )
}
