/** What `checkPurchase` needs to know, read in one round trip. */
import * as v from 'valibot'
import type { PurchaseView } from '#domain/purchase.ts'
import { centavos, count, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'

export const projectForSale = v.object({
  id: rowId,
  uid: v.string(),
  projectName: v.string(),
  contractAddress: v.nullable(v.string()),
  authorWallet: v.string(),
  fiatPrice: centavos,
})
export type ProjectForSale = v.InferOutput<typeof projectForSale>

const purchaseRow = v.object({
  ...projectForSale.entries,
  isActive: v.boolean(),
  isPaused: v.boolean(),
  expiredAt: v.date(),
  unsold: count,
  available: count,
  holdsLiveToken: v.boolean(),
  balance: centavos,
  now: v.date(),
})

export type PurchaseFacts = {
  view: PurchaseView
  project: ProjectForSale | null
  /** Available money of the fan, centavos. */
  balance: number
  /** The database's clock, milliseconds since 1970: the one clock that decides. */
  now: number
}

export async function readPurchaseView(tx: Tx, fanUid: string, projectUid: string): Promise<PurchaseFacts> {
  const row = parseRow(
    purchaseRow,
    await tx`
      select p.id, p.uid, p.project_name as "projectName", p.contract_address as "contractAddress",
        p.author_wallet as "authorWallet", p.fiat_price as "fiatPrice", p.is_active as "isActive",
        p.paused_at is not null as "isPaused",
        p.expired_at as "expiredAt",
        exists (select from units where project_id = p.id and first_sold_at is null)::int as unsold,
        exists (
          select from units
          where project_id = p.id and first_sold_at is null
            and (
              reserved_until is null or reserved_until <= clock_timestamp()
              -- Whoever tries again gives up what an earlier attempt had set aside.
              or reserved_by in (select id from payments where user_id = ${fanUid})
            )
        )::int as available,
        exists (
          select from mints
          where project_id = p.id and user_id = ${fanUid} and status in ('pending', 'minted')
        ) as "holdsLiveToken",
        coalesce((
          select balance from ledger.accounts where code = 'fan:' || ${fanUid}::text || ':available'
        ), 0) as balance,
        clock_timestamp() as now
      from projects p
      where p.uid = ${projectUid}`,
  )
  if (!row) {
    return {
      view: { project: null, available: 0, holdsLiveToken: false },
      project: null,
      balance: 0,
      now: 0,
    }
  }
  return {
    view: {
      project: {
        isActive: row.isActive,
        isPaused: row.isPaused,
        expiredAt: row.expiredAt.getTime(),
        firstLotSold: row.unsold === 0,
        fiatPrice: row.fiatPrice,
      },
      available: row.available,
      holdsLiveToken: row.holdsLiveToken,
    },
    project: row,
    balance: row.balance,
    now: row.now.getTime(),
  }
}
