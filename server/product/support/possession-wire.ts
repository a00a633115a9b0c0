/** What whoever asks support has, as an answer shows it beside the request. */
import * as v from 'valibot'
import { TOKEN_STATUSES } from '#domain/token.ts'
import { about } from '../api/call.ts'
import { turn } from '../back-office/contract.ts'

export const tokenOfPersonWire = v.strictObject({
  projectName: v.string(),
  status: v.picklist(TOKEN_STATUSES),
  amount: v.number(),
  willExpireAt: v.nullable(v.string()),
  undoneAt: about(v.nullable(v.string()), 'When the purchase was undone, by its fan or by us.'),
  payment: v.string(),
  turn,
})

export const giftOfPersonWire = v.strictObject({
  projectName: v.string(),
  status: v.picklist(['waiting', 'accepted', 'returned']),
  to: about(
    v.nullable(v.string()),
    'Whoever accepted it, or the covered address it waits for; null for a link.',
  ),
  payment: v.string(),
})
