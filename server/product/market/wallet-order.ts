/** What the wallet is asked to pay for at auction or in the first lot. */
import * as v from 'valibot'
import { centavos, uuid } from '../api/call.ts'
import { giftOrder } from './gift-order.ts'
import { NOTHING_BESIDE, tipOrder } from './tip-order.ts'

const purchase = v.object({
  typeBuy: v.literal('mint'),
  UID: uuid,
  gift: v.optional(giftOrder),
  tip: v.optional(tipOrder),
})
const bid = v.object({ typeBuy: v.literal('bid'), UID: uuid, amount: centavos, ...NOTHING_BESIDE })

export const walletOrder = v.variant('typeBuy', [purchase, bid])
