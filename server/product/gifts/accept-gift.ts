/** POST /gifts/offered and /gifts/accept: what somebody does who has a gift's link. */
import * as v from 'valibot'
import { withoutAddresses } from '#domain/address.ts'
import { checkGift, GIFT_STATUSES } from '#domain/gift.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { count, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { notifyFans } from '../outbox.ts'
import { type OfferedGiftWire, offeredGiftWire } from './contract.ts'
import { hashOf } from './gift-code.ts'

const offeredRow = v.object({
  ...offeredGiftWire.entries,
  status: v.picklist(GIFT_STATUSES),
  acceptBy: v.date(),
  isOpen: v.boolean(),
  returnedFor: v.nullable(v.string()),
  validPeriod: count,
})

/** Null when no link carries `code`. */
export async function readOffered(sql: Sql, code: string): Promise<OfferedGiftWire | null> {
  const row = parseRow(
    offeredRow,
    await sql`
      select gifts.uid, gifts.status, nickname as giver, words, least(accept_by, expired_at) as "acceptBy",
        least(accept_by, expired_at) > clock_timestamp() and projects.is_active as "isOpen",
        returned_for as "returnedFor",
        valid_period as "validPeriod", json_build_object(
          'uid', projects.uid, 'projectName', project_name, 'author', author, 'thumbnail', thumbnail, 'tint', tint
        ) as project
      from private.gifts
      join projects on projects.id = gifts.project_id
      join users on users.uid = giver
      where code_hash = ${hashOf(code)} and gifts.status <> 'unpaid'`,
  )
  if (!row) return null
  const { acceptBy, isOpen: _open, returnedFor: _why, ...offered } = row
  const shown = statusShown(row)
  return {
    ...offered,
    giver: withoutAddresses(offered.giver),
    // What has ended is not told any more.
    words: shown === 'waiting' || shown === 'accepted' ? offered.words : '',
    status: shown,
    acceptBy: acceptBy.toISOString(),
  }
}

function statusShown({
  status,
  isOpen,
  returnedFor,
}: v.InferOutput<typeof offeredRow>): OfferedGiftWire['status'] {
  if (returnedFor === 'taken_back' || returnedFor === 'closed') return returnedFor
  if (status === 'accepted') return 'accepted'
  return status === 'waiting' && isOpen ? 'waiting' : 'over'
}

const giftRow = v.object({
  id: rowId,
  status: v.picklist(GIFT_STATUSES),
  giver: v.string(),
  recipient: v.nullable(v.string()),
  acceptBy: v.date(),
  isPublished: v.boolean(),
  holdsLiveToken: v.boolean(),
  hasStandingBid: v.boolean(),
  token: v.nullable(v.string()),
  project: v.string(),
  now: v.date(),
})

/** One accepts, whoever else has the link; and whoever has accepted gets the same answer again. */
export async function acceptGift(sql: Sql, fanUid: string, code: string): Promise<Result<{ token: string }>> {
  const hash = hashOf(code)
  return transact(
    sql,
    async (tx) => {
      // The market before the gift, in the lock order of settlement; the wait is before the clock is read.
      await tx`select market.lock(array(select project_id from private.gifts where code_hash = ${hash}))`
      await tx`select market.settle_windows(project_id) from private.gifts where code_hash = ${hash}`
      await tx`select from private.gifts where code_hash = ${hash} for update`
      // Erasing the account waits for us, or came first.
      const [recipient] = await tx`select from users where uid = ${fanUid} and is_active for key share`
      if (!recipient) return refuse('account_inactive')
      const gift = parseRow(
        giftRow,
        await tx`
          select gifts.id, gifts.status, giver, recipient, least(accept_by, expired_at) as "acceptBy",
            is_active as "isPublished", market.holds_token(projects.id, ${fanUid}) as "holdsLiveToken",
            exists (
              select from bids
              where user_id = ${fanUid} and bids.project_id = projects.id and bids.status in ('pending', 'bided')
            ) as "hasStandingBid",
            mints.uid as token, project_name as project, clock_timestamp() as now
          from private.gifts
          join projects on projects.id = gifts.project_id
          left join mints on mints.id = gifts.mint_id
          where code_hash = ${hash} and gifts.status <> 'unpaid'`,
      )
      if (gift?.status === 'accepted' && gift.recipient === fanUid && gift.token) {
        return ok({ token: gift.token })
      }
      const view = gift && { ...gift, acceptBy: gift.acceptBy.getTime() }
      const refusal = checkGift(view ?? null, fanUid, gift?.now.getTime() ?? 0)
      if (refusal || !gift) return refuse(refusal ?? 'gift_not_found')

      const token = parseSoleRow(
        v.object({ uid: v.string() }),
        await tx`select market.hand_over(${gift.id}, ${fanUid}) as uid`,
      )
      await notifyFans(tx, [{ fan: gift.giver, kind: 'gift_accepted', data: { project: gift.project } }])
      return ok({ token: token.uid })
    },
    { mints_one_per_fan: 'already_owned' },
  )
}
