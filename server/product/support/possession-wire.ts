/** What whoever asks support has, as an answer shows it beside the request. */
import * as v from 'valibot'
import { TOKEN_STATUSES } from '#domain/token.ts'
import { about } from '../api/call.ts'
import { HOLD_REASONS, turn } from '../back-office/contract.ts'

export const tokenOfPersonWire = v.strictObject({
  projectName: v.string(),
  status: v.picklist(TOKEN_STATUSES),
  amount: v.number(),
  isPlayed: v.boolean(),
  willExpireAt: about(
    v.nullable(v.string()),
    'Until when it gives access; before the first play, until when that may be.',
  ),
  undoneAt: about(v.nullable(v.string()), 'When the purchase was undone, by its fan or by us.'),
  payment: v.string(),
  turn,
})

export const heldForWire = v.strictObject({ reason: v.picklist(HOLD_REASONS), amount: v.number() })

export const giftOfPersonWire = v.strictObject({
  projectName: v.string(),
  status: v.picklist(['waiting', 'accepted', 'returned']),
  to: about(
    v.nullable(v.string()),
    'Whoever accepted it, or the covered address it waits for; null for a link.',
  ),
  payment: v.string(),
})
