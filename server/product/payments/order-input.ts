/** What is paid for with money from outside the wallet, as callers send it. */
import * as v from 'valibot'
import { MIN_DEPOSIT } from '#domain/money.ts'
import { centavos, uuid } from '../api/input.ts'

/** A purchase, a bid or a deposit; `by` are the fields of the way to pay. A deposit has no project. */
export function orderBody<By extends v.ObjectEntries>(by: By) {
  return v.variant('typeBuy', [
    v.object({ ...by, typeBuy: v.picklist(['mint', 'bid']), amount: centavos, UID: uuid }),
    v.object({
      ...by,
      typeBuy: v.literal('balance'),
      amount: v.pipe(centavos, v.minValue(MIN_DEPOSIT)),
      UID: v.optional(v.literal(''), ''),
    }),
  ])
}
