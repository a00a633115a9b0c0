/** How a gift's link reaches its recipient: copied by the giver, or in a mail from us. */
import * as v from 'valibot'
import { endOfGift, GIFT_STATUSES } from '#domain/gift.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { count, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { enqueueJob } from '../outbox.ts'
import { newLink } from './gift-code.ts'

const ownRow = v.object({
  id: rowId,
  status: v.picklist(GIFT_STATUSES),
  isOver: v.boolean(),
  hasMail: v.boolean(),
})

/** The giver's own gift while it can be accepted, locked. */
async function lockOpen(tx: Tx, fanUid: string, uid: string): Promise<Result<v.InferOutput<typeof ownRow>>> {
  await tx`select from private.gifts where uid = ${uid} and giver = ${fanUid} for update`
  const gift = parseRow(
    ownRow,
    await tx`
      select gifts.id, status, least(accept_by, expired_at) <= clock_timestamp() as "isOver",
        email is not null as "hasMail"
      from private.gifts
      join projects on projects.id = gifts.project_id
      where gifts.uid = ${uid} and giver = ${fanUid} and status <> 'unpaid'`,
  )
  if (!gift) return refuse('gift_not_found')
  const refusal = endOfGift(gift.status) ?? (gift.isOver ? 'gift_over' : null)
  return refusal ? refuse(refusal) : ok(gift)
}

export function renewLink(
  { sql, env }: Pick<ServerContext, 'sql' | 'env'>,
  fanUid: string,
  uid: string,
): Promise<Result<{ link: string }>> {
  return transact(sql, async (tx) => {
    const gift = await lockOpen(tx, fanUid, uid)
    return gift.ok ? ok({ link: await newLink(tx, gift.value.id, env.PUBLIC_URL) }) : gift
  })
}

export function mailAgain(sql: Sql, fanUid: string, uid: string): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    // Two tabs of one giver take turns, so that the second counts the mail of the first.
    await tx`select from users where uid = ${fanUid} for no key update`
    const gift = await lockOpen(tx, fanUid, uid)
    if (!gift.ok) return gift
    // A gift to hand over has nobody to write to.
    if (!gift.value.hasMail) return refuse('gift_not_found')
    await tx`select private.await_mailboxes(array(select email from private.gifts where id = ${gift.value.id}))`
    const { left } = parseSoleRow(
      v.object({ left: count }),
      await tx`select greatest(0, private.gift_mails_left(${fanUid}, email))::int as left from private.gifts where id = ${gift.value.id}`,
    )
    if (left < 1) return refuse('gift_mails_limit')
    await tx`
      insert into private.gift_mails (gift_id, giver, recipient)
      select id, giver, private.mailbox_of(email) from private.gifts where id = ${gift.value.id}`
    await enqueueJob(tx, 'mail-gift', { gift: gift.value.id }, { jobKey: `mail-gift:${uid}` })
    return ok(null)
  })
}
