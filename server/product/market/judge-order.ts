/**
 * Whether what somebody wants to pay for from outside is available now, and the unit reserved while the money is on
 * its way.
 */
import * as v from 'valibot'
import type { PaymentFlow } from '#domain/payment.ts'
import { RESERVATION_SECONDS } from '#domain/project.ts'
import { checkPurchase } from '#domain/purchase.ts'
import type { Refusal } from '#domain/refusal.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { type GiftOrder, refusalOfGift } from './gift-order.ts'
import { placeBids } from './place-bids.ts'
import { readPurchaseView } from './purchase-view.ts'
import type { TipOrder } from './tip-order.ts'

export type Order = {
  flow: PaymentFlow
  /** Centavos without fee and tip. */
  amount: number
  projectUid: string | null
  /** For whom the unit is, where that is somebody else. */
  gift?: GiftOrder | null
  /** What is paid for the artist beside `amount`. */
  tip?: TipOrder | null
}

/** What is paid without the fee: the price, and what was added for the artist. */
export const paidBy = ({ amount, tip }: Pick<Order, 'amount' | 'tip'>): number => amount + (tip?.amount ?? 0)

/** The project it is for; null for a deposit. */
export type OrderedProject = { projectId: number; projectName: string } | null

export async function judgeOrder(tx: Tx, fanUid: string, order: Order): Promise<Result<OrderedProject>> {
  // Erasing the account waits for this payment, or came first: nothing else ties the two (decision 010).
  const [payer] = await tx`select from users where uid = ${fanUid} and is_active for key share`
  if (!payer) return refuse('account_inactive')
  const projectUid = order.projectUid ?? ''
  if (order.flow === 'balance') return ok(null)
  // Payments go through the wallet, where a debt would take them.
  if ((await balanceOf(tx, fanUid)).available < 0) return refuse('wallet_overdrawn')
  if (order.flow === 'bid') return judgeBid(tx, fanUid, projectUid, order.amount)
  const facts = await readPurchaseView(tx, fanUid, projectUid)
  // Whoever has one may give another away.
  const view = order.gift ? { ...facts.view, holdsLiveToken: false } : facts.view
  const refusal = checkPurchase(view, null, facts.now)
  if (refusal || !facts.project) return refuse(refusal ?? 'project_not_found')
  const { id } = facts.project
  const { taken } = parseSoleRow(
    v.object({ taken: v.boolean() }),
    await tx`select market.took_at_opening(${id}, ${fanUid}) as taken`,
  )
  if (taken) return refuse('one_at_opening')
  const ofGift = order.gift ? await refusalOfGift(tx, fanUid, id, order.gift) : null
  if (ofGift) return refuse(ofGift)
  if (order.amount !== facts.project.fiatPrice) return refuse('malformed')
  return ok({ projectId: id, projectName: facts.project.projectName })
}

/** Whether a bid would be accepted if its money were here; under the market's lock, so that two tabs take turns. */
async function judgeBid(
  tx: Tx,
  fanUid: string,
  projectUid: string,
  amount: number,
): Promise<Result<OrderedProject>> {
  const bid = { fanUid, projectUid, amount, key: null, requestHash: '', unpaid: true as const }
  const [judged] = await placeBids(tx, [bid])
  const project = parseRow(
    v.object({ projectId: rowId, projectName: v.string() }),
    await tx`
      select id as "projectId", project_name as "projectName" from projects where uid = ${projectUid}`,
  )
  if (judged?.refusal || !project) return refuse(judged?.refusal ?? 'project_not_found')
  return ok(project)
}

/** The database's errors when a project is paused during a purchase, or a key is used elsewhere at once. */
export const SALE_CONSTRAINTS: Readonly<Record<string, Refusal>> = {
  paused_sells_nothing: 'project_paused',
  closed_until_its_hour: 'project_not_open',
  payments_uid_key: 'key_reused',
}

/**
 * Frees what the fan's earlier attempts had reserved; money that arrives for them all the same stays in the wallet.
 */
async function giveUpReservations(tx: Tx, fanUid: string, projectId: number): Promise<void> {
  await tx`
    update units
    set reserved_by = null, reserved_until = null
    from payments
    where units.project_id = ${projectId} and payments.id = units.reserved_by and payments.user_id = ${fanUid}`
}

/**
 * Reserves a free unit for this payment, freeing whatever the fan's earlier attempts had reserved. Attempts that come one after
 * another share one reservation: whoever pays for none keeps no unit from others for longer than that in an hour. What is paid
 * for afterwards is sold as long as there is a unit, and otherwise stays in the wallet.
 */
export async function reserveUnit(
  tx: Tx,
  fanUid: string,
  projectId: number,
  paymentId: number,
): Promise<boolean> {
  // Two payments begun at once do not see each other's unit: the second waits, and then frees that of the first.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`reserve:${fanUid}:${projectId}`}, 0))`
  await giveUpReservations(tx, fanUid, projectId)
  const reserved = await tx`
    update units
    set reserved_by = ${paymentId},
      reserved_until = make_interval(secs => ${RESERVATION_SECONDS}) + (
        select min(created_at)
        from payments
        where user_id = ${fanUid} and project_id = ${projectId} and flow = 'mint' and method <> 'balance'
          and status in ('pending', 'failed') and created_at > clock_timestamp() - interval '1 hour'
      )
    where id = (
      select id
      from units
      where project_id = ${projectId} and first_sold_at is null
        and (reserved_until is null or reserved_until <= clock_timestamp())
      order by number
      limit 1
      for update skip locked
    )
    returning id`
  return reserved.length === 1
}
