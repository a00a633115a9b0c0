/** What follows once the chain has recorded an operation, or refused it. Part of the sender's transaction. */
import * as v from 'valibot'
import { BID_STATUSES } from '#domain/bid.ts'
import type { ChainOutcome } from '../../platform/chain/outcome.ts'
import { centavos, count, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Fragment, Tx } from '../../platform/db/sql.ts'
import { notifyFans } from '../outbox.ts'
import { paymentsBecome } from '../payment-status.ts'
import { freeUnit, returnMoney } from './undo-sale.ts'

export async function recordChainOutcome(
  tx: Tx,
  outcome: ChainOutcome,
  unlockSeconds: number,
): Promise<void> {
  switch (outcome.kind) {
    case 'deploy_edition':
      if (outcome.deployed) {
        await tx`
          update projects set contract_address = ${outcome.deployed}
          where uid = ${outcome.payload.projectUid} and contract_address is null`
      }
      return
    case 'credit_balance':
      return recordCredit(tx, outcome.payload.reference, outcome.txHash, outcome.failure)
    case 'debit_balance':
      if (outcome.failure === null) {
        await tx`update redeem_balance set tx_hash = ${outcome.txHash} where uid = ${outcome.payload.reference}`
      }
      return
    case 'sell_unit':
      return outcome.failure === null
        ? recordMint(tx, outcome.payload.reference, outcome.txHash, unlockSeconds)
        : undoSale(tx, outcome.payload.reference, outcome.failure)
    case 'return_sale':
      // The money was returned when the purchase was undone; the chain is only notified.
      return
    case 'record_play':
      if (outcome.failure === null) {
        await tx`
          update mints set status_song = 'played', tx_song = ${outcome.txHash}
          where uid = ${outcome.payload.reference} and status_song = 'pending'`
      }
      return
    case 'record_bids': {
      const payments = outcome.payload.bids.map((bid) => bid.reference)
      return outcome.failure === null
        ? recordBids(tx, payments, outcome.txHash)
        : failBids(tx, payments, outcome.failure)
    }
    case 'release_bids':
      // The money was returned when the bids were withdrawn; the chain is only notified.
      await tx`
        update bids set status = 'cancelled'
        from payments
        where payments.uid in ${tx(outcome.payload.references)} and bids.payment_id = payments.id
          and bids.status = 'pending-cancel'`
      return
    case 'anchor_log':
      return
  }
}

async function recordCredit(
  tx: Tx,
  paymentUid: string,
  txHash: string,
  failure: string | null,
): Promise<void> {
  if (failure === null) await tx`update payments set tx_hash = ${txHash} where uid = ${paymentUid}`
  const which = tx`select id from payments where uid = ${paymentUid}`
  // A payment for a $TUNE or a bid becomes what those become.
  const [payment] = await paymentsBecome(
    tx,
    which,
    failure === null ? 'succeded-token' : 'failed-token',
    failure,
  )
  if (!payment || failure !== null) return
  const { fan, amount } = payment
  const paid = await paidIn(tx, tx`uid = ${paymentUid}`)
  const data = { amount, ...(paid && { ...paid, receipt: `deposit:${paymentUid}` }) }
  await notifyFans(tx, [{ fan, kind: 'deposit_credited', data }])
}

/** What the mail of a payment says of it, beside its `receipt`: an id in the statement. */
const paidRow = v.object({
  paid: centavos,
  tip: centavos,
  fee: centavos,
  method: v.string(),
  paidAt: v.string(),
})
async function paidIn(tx: Tx, which: Fragment): Promise<v.InferOutput<typeof paidRow> | undefined> {
  const row = parseRow(
    v.object({ paid: paidRow }),
    await tx`select market.paid_of(payments) as paid from payments where ${which}`,
  )
  return row?.paid
}

/** A bid that has won in the meantime stays won; its record is kept beside it all the same. */
async function recordBids(tx: Tx, paymentUids: string[], txHash: string): Promise<void> {
  const bids = parseRows(
    v.object({
      fan: v.string(),
      project: v.string(),
      auction: v.string(),
      amount: centavos,
      status: v.picklist(BID_STATUSES),
      until: v.string(),
      payment: v.string(),
      paid: v.nullable(paidRow),
    }),
    await tx`
      update bids
      set status = case bids.status when 'pending' then 'bided' else bids.status end, tx_hash = ${txHash}
      from payments, projects
      where payments.uid in ${tx(paymentUids)} and bids.payment_id = payments.id and projects.id = bids.project_id
        and bids.tx_hash is null
      returning bids.user_id as fan, project_name as project, projects.uid as auction, bids.amount, bids.status,
        to_jsonb(expired_at) #>> '{}' as until,
        -- From the wallet nothing was paid but the bid itself.
        payments.uid as payment, case when payments.method <> 'balance' then market.paid_of(payments) end as paid`,
  )
  await paymentsBecome(tx, tx`select id from payments where uid in ${tx(paymentUids)}`, 'succeded-bided')
  await notifyFans(
    tx,
    bids
      .filter(({ status }) => status === 'bided')
      .map(({ fan, project, auction, amount, until, payment, paid }) => ({
        fan,
        kind: 'bid_accepted',
        data: { project, auction, amount, until, ...(paid && { ...paid, receipt: `deposit:${payment}` }) },
      })),
  )
}

/** The chain will never hold these bids: those that still compete are withdrawn, every centavo returned. */
async function failBids(tx: Tx, paymentUids: string[], failure: string): Promise<void> {
  const bids = parseRows(
    v.object({ id: rowId, projectId: rowId }),
    await tx`
      select bids.id, bids.project_id as "projectId"
      from bids
      join payments on payments.id = bids.payment_id
      where payments.uid in ${tx(paymentUids)}`,
  )
  await tx`select market.lock(${bids.map(({ projectId }) => projectId)}::bigint[])`
  // One that won meanwhile, or was withdrawn, is left alone: its own records say what becomes of it.
  await tx`select market.release(${bids.map(({ id }) => id)}::bigint[], 'failed', ${failure})`
}

/** The window to press play opens when we know the token exists, not when its record was sent. */
async function recordMint(tx: Tx, mintUid: string, txHash: string, unlockSeconds: number): Promise<void> {
  const mint = parseRow(
    v.object({ paymentId: rowId, fan: v.string(), project: v.string(), until: v.date(), unit: count }),
    await tx`
      update mints
      set status = 'minted', tx_hash = ${txHash}, minted_at = clock_timestamp(),
        will_expire_at = date_trunc('second', clock_timestamp() + make_interval(secs => ${unlockSeconds}))
      from projects
      where mints.uid = ${mintUid} and mints.status = 'pending' and projects.id = mints.project_id
      returning payment_id as "paymentId", user_id as fan, project_name as project, will_expire_at as until,
        (select number from units where id = mints.unit_id) as unit`,
  )
  if (!mint) return
  await paymentsBecome(tx, tx`select ${mint.paymentId}::bigint`, 'succeded-mint')
  const { fan, project, until, paymentId, unit } = mint
  // A gift's price is between its giver and us.
  const paid = await paidIn(tx, tx`id = ${paymentId} and user_id = ${fan}`)
  const receipt = paid && { unit, ...paid, receipt: `sale:${mintUid}:platform` }
  const data = { project, until: until.toISOString(), ...receipt }
  await notifyFans(tx, [{ fan, kind: 'purchase_ready', data }])
}

/**
 * The chain will never hold this token: every centavo is returned to the fan, and the unit is on sale again, at the
 * fixed price or, once the first lot is sold out, to the best bid.
 */
async function undoSale(tx: Tx, mintUid: string, failure: string): Promise<void> {
  // Whether there is a first lot to go back to is settled before anybody bids.
  await tx`select market.lock(array(select project_id from mints where uid = ${mintUid}))`
  const mint = parseRow(
    v.object({
      id: rowId,
      unitId: rowId,
      paymentId: rowId,
      fan: v.string(),
      projectUid: v.string(),
      project: v.string(),
      amount: centavos,
    }),
    await tx`
      update mints
      set status = 'expired', ended_at = clock_timestamp()
      from projects, payments
      where mints.uid = ${mintUid} and mints.status = 'pending' and projects.id = mints.project_id
        and payments.id = mints.payment_id
      returning mints.id, unit_id as "unitId", payment_id as "paymentId", payments.user_id as fan,
        projects.uid as "projectUid", project_name as project, payments.amount`,
  )
  if (!mint) return
  await freeUnit(tx, mint.unitId)
  await tx`select market.withdraw_gift(${mint.id}, 'refused')`
  await paymentsBecome(tx, tx`select ${mint.paymentId}::bigint`, 'failed-mint', failure)
  await returnMoney(tx, 'refund', { ...mint, uid: mintUid })
  const { fan, project, amount } = mint
  await notifyFans(tx, [{ fan, kind: 'mint_failed', data: { project, amount } }])
}
