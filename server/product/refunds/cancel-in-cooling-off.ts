/**
 * POST /regret: cancels the purchase of an unplayed token in the cooling-off period (domain/cooling-off.ts), in one
 * transaction.
 */
import * as v from 'valibot'
import { checkCoolingOff } from '#domain/cooling-off.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { SONG_STATUSES, TOKEN_STATUSES } from '#domain/token.ts'
import type { ServerContext } from '../../context.ts'
import { centavos, count, parseRow, rowId } from '../../platform/db/rows.ts'
import { transact } from '../../platform/db/transact.ts'
import { recordReturn } from '../access/public.ts'
import { freeUnit, returnMoney } from '../market/public.ts'
import { notifyFans } from '../outbox.ts'
import type { CancelledPurchaseWire } from './wire.ts'

const tokenRow = v.object({
  id: rowId,
  uid: v.string(),
  fan: v.string(),
  wallet: v.nullable(v.string()),
  holderWallet: v.nullable(v.string()),
  status: v.picklist(TOKEN_STATUSES),
  statusSong: v.picklist(SONG_STATUSES),
  /** What was paid: price and tip. */
  amount: centavos,
  /** Of the payment, where it was made for this purchase. */
  fee: centavos,
  /** What the platform has refunded of it, to wallet or card. */
  refunded: centavos,
  boughtAt: v.date(),
  willExpireAt: v.nullable(v.date()),
  regretted: v.boolean(),
  isGift: v.boolean(),
  projectId: rowId,
  projectUid: v.string(),
  project: v.string(),
  edition: v.string(),
  authorWallet: v.string(),
  unitId: rowId,
  unit: count,
  now: v.date(),
})

/**
 * The price returns to the wallet, artist and platform give up their shares, and the unit is free: at auction the
 * best bid has it before this returns. Repeating it gives the same answer. The right is whoever's paid: of a gift, its
 * giver's. Any other token is treated as missing.
 */
export async function cancelInCoolingOff(
  ctx: Pick<ServerContext, 'sql'>,
  fanUid: string,
  tokenUid: string,
): Promise<Result<CancelledPurchaseWire>> {
  return transact(ctx.sql, async (tx) => {
    // The market before the token, in the lock order of settlement; the wait is before the clock is read.
    const bought = tx`
      select mints.id, mints.project_id from mints
      join payments on payments.id = mints.payment_id
      where mints.uid = ${tokenUid} and payments.user_id = ${fanUid}`
    await tx`select market.lock(array(select project_id from (${bought}) bought))`
    await tx`select market.settle_windows(project_id) from (${bought}) bought`
    await tx`select from mints where id in (select id from (${bought}) bought) for no key update`
    const token = parseRow(
      tokenRow,
      await tx`
        select mints.id, mints.uid, payments.user_id as fan, payer.wallet, holder.wallet as "holderWallet", mints.status, status_song as "statusSong",
          payments.amount, payments.fee, coalesce((
            select sum(refunds.amount) from private.refunds where refunds.payment_id = mints.payment_id and from_sale
          ), 0)::bigint as refunded, mints.created_at as "boughtAt", will_expire_at as "willExpireAt",
          regretted_at is not null as regretted,
          exists (select from private.gifts where mint_id = mints.id) as "isGift", projects.id as "projectId", projects.uid as "projectUid",
          project_name as project, contract_address as edition, author_wallet as "authorWallet",
          units.id as "unitId", units.number as unit, clock_timestamp() as now
        from mints
        join payments on payments.id = mints.payment_id
        join users payer on payer.uid = payments.user_id
        join users holder on holder.uid = mints.user_id
        join projects on projects.id = mints.project_id
        join units on units.id = mints.unit_id
        where mints.uid = ${tokenUid} and payments.user_id = ${fanUid} and payer.erased_at is null
        for key share of payer, holder`,
    )
    const view = token && {
      ...token,
      boughtAt: token.boughtAt.getTime(),
      willExpireAt: token.willExpireAt?.getTime() ?? null,
    }
    if (token?.regretted) return ok({ uid: token.uid, amount: token.amount - token.refunded })
    const refusal = checkCoolingOff(view ?? null, token?.now.getTime() ?? 0)
    if (refusal || !token) return refuse(refusal ?? 'token_not_found')

    const { uid, now } = token
    await tx`
      update mints set status = 'expired', ended_at = ${now}, regretted_at = ${now} where id = ${token.id}`
    await freeUnit(tx, token.unitId)
    await tx`select market.withdraw_gift(${token.id}, 'regretted')`
    const shares = await returnMoney(tx, 'regret', token)
    const amount = shares.author + shares.platform
    await recordReturn(tx, token, now, shares)
    const data = { project: token.project, amount }
    await notifyFans(tx, [
      token.isGift
        ? { fan: fanUid, kind: 'gift_returned', data: { ...data, returnedFor: 'regretted' } }
        : {
            fan: fanUid,
            kind: 'purchase_undone',
            data: { ...data, ...(token.fee > 0 && { keptFee: token.fee }) },
          },
    ])
    // Last, so that the chain hears of the sale to the next fan after the return of this one.
    await tx`select market.settle(array[${token.projectId}::bigint])`
    return ok({ uid, amount })
  })
}
