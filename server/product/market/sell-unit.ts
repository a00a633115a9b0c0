/**
 * Sells one unit of the first lot to a fan whose money is already in the wallet: takes the unit, pays artist and
 * platform, creates the token and requests its chain record. Part of a larger transaction.
 */
import * as v from 'valibot'
import { splitProceeds } from '#domain/proceeds.ts'
import { count, parseRow, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { account, post } from '../../platform/ledger.ts'
import { enqueueChain } from '../../platform/outbox.ts'
import { readPlatformWallet } from '../../platform/platform-wallet.ts'
import type { ProjectForSale } from './purchase-view.ts'

export type Sale = {
  fan: { uid: string; wallet: string }
  project: ProjectForSale
  payment: { id: number; amount: number }
}

/** Resolves with the new token's id, or null when no unit is left for this payment. */
export async function sellUnit(tx: Tx, sale: Sale): Promise<number | null> {
  const { fan, project, payment } = sale
  const edition = project.contractAddress
  if (edition === null) throw new Error(`project ${project.id} is sold without a contract`)
  // A locked unit is being bought by somebody else right now: skip it instead of waiting.
  const unit = parseRow(
    v.object({ id: rowId, number: count }),
    await tx`
      select id, number
      from units
      where project_id = ${project.id} and first_sold_at is null
        and (reserved_by = ${payment.id} or reserved_until is null or reserved_until <= clock_timestamp())
      order by reserved_by is not distinct from ${payment.id} desc, number
      limit 1
      for update skip locked`,
  )
  if (!unit) return null

  const mint = parseSoleRow(
    v.object({ id: rowId, uid: v.string() }),
    await tx`
      insert into mints (user_id, project_id, unit_id, payment_id, amount)
      values (${fan.uid}, ${project.id}, ${unit.id}, ${payment.id}, ${payment.amount})
      returning id, uid`,
  )
  await tx`
    update units
    set mint_id = ${mint.id}, first_sold_at = now(), reserved_by = null, reserved_until = null
    where id = ${unit.id}`

  const shares = splitProceeds(payment.amount)
  const from = account.available(fan.uid)
  await post(tx, [
    {
      id: `sale:${mint.uid}:author`,
      kind: 'sale_author',
      debit: from,
      credit: account.payable(project.uid),
      amount: shares.author,
    },
    {
      id: `sale:${mint.uid}:platform`,
      kind: 'sale_platform',
      debit: from,
      credit: account.revenue,
      amount: shares.platform,
    },
  ])
  await enqueueChain(tx, `sell:${mint.uid}`, 'sell_unit', {
    edition,
    unit: unit.number,
    wallet: fan.wallet,
    amount: payment.amount,
    shares: [
      { wallet: project.authorWallet, amount: shares.author },
      { wallet: await readPlatformWallet(tx), amount: shares.platform },
    ],
    reference: mint.uid,
  })
  return mint.id
}
