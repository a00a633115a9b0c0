/** An amount for the artist beside the price of a unit. */
import * as v from 'valibot'
import { MAX_TIP, MIN_TIP, TIP_WORDS } from '#domain/tip.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { about, centavos } from '../api/call.ts'
import { ownWords } from './own-words.ts'

export const tipOrder = v.object({
  amount: v.pipe(centavos, v.minValue(MIN_TIP), v.maxValue(MAX_TIP)),
  words: about(ownWords(TIP_WORDS), 'A line for the artist; only they and the operator read it.'),
})
/** A bid is for oneself, and the whole price: neither is dropped in silence. */
export const NOTHING_BESIDE = { gift: v.optional(v.null()), tip: v.optional(v.null()) }

export type TipOrder = v.InferOutput<typeof tipOrder>

/** Whether any of what an order takes goes to somebody else than the buyer. */
export const givesAway = ({ gift, tip }: { gift?: object | null; tip?: object | null }): boolean =>
  Boolean(gift || tip)

/** Keeps the line of a payment under way. */
export async function storeTipWords(tx: Tx, paymentId: number, { words }: TipOrder): Promise<void> {
  if (words === '') return
  await tx`insert into private.tip_words (payment_id, words) values (${paymentId}, ${words})`
}
