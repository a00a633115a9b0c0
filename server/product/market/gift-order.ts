/** For whom a unit is, where that is not its buyer. */
import * as v from 'valibot'
import { isMailbox, normaliseEmail } from '#domain/email.ts'
import { GIFT_WORDS } from '#domain/gift.ts'
import type { Refusal } from '#domain/refusal.ts'
import { parseSoleRow, refusalOrNull } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { about } from '../api/call.ts'
import { ownWords } from './own-words.ts'

export const giftOrder = v.object({
  email: about(
    v.nullable(
      v.pipe(
        v.string(),
        v.check((text) => isMailbox(text), 'e-mail address'),
        v.transform(normaliseEmail),
      ),
    ),
    'Whom we write to; null where the giver hands the link over.',
  ),
  words: about(ownWords(GIFT_WORDS), 'The giver’s own words.'),
})
export type GiftOrder = v.InferOutput<typeof giftOrder>

/** The reason why a fan may not set a unit of the project aside for somebody, or null. */
export async function refusalOfGift(
  tx: Tx,
  fanUid: string,
  projectId: number,
  gift: GiftOrder,
): Promise<Refusal | null> {
  const row = parseSoleRow(
    v.object({ refusal: refusalOrNull }),
    await tx`select market.refusal_of_gift(${projectId}, ${fanUid}, ${gift.email}) as refusal`,
  )
  return row.refusal
}

/** Keeps for whom the unit of a payment under way is. */
export async function storeGift(tx: Tx, fanUid: string, paymentId: number, gift: GiftOrder): Promise<void> {
  await tx`update payments set is_gift = true where id = ${paymentId}`
  await tx`
    insert into private.gifts (payment_id, giver, project_id, email, words)
    select id, ${fanUid}, project_id, ${gift.email}, ${gift.words} from payments where id = ${paymentId}`
}
