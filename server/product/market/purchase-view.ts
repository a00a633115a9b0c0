/** What `checkPurchase` needs to know, read in one round trip. */
import * as v from 'valibot'
import type { PurchaseView } from '#domain/purchase.ts'
import { centavos, count, parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'

const purchaseRow = v.object({
  id: rowId,
  projectName: v.string(),
  fiatPrice: centavos,
  isActive: v.boolean(),
  isPaused: v.boolean(),
  expiredAt: v.date(),
  unsold: count,
  available: count,
  holdsLiveToken: v.boolean(),
  regrets: count,
  opensAt: v.nullable(v.date()),
  turnAt: v.nullable(v.date()),
  isToDraw: v.boolean(),
  now: v.date(),
})

export type PurchaseFacts = {
  view: PurchaseView
  /** `fiatPrice` in centavos. */
  project: { id: number; projectName: string; fiatPrice: number } | null
  /** The database's clock, milliseconds since 1970: the one clock that decides. */
  now: number
}

export async function readPurchaseView(tx: Tx, fanUid: string, projectUid: string): Promise<PurchaseFacts> {
  const row = parseRow(
    purchaseRow,
    await tx`
      select p.id, p.project_name as "projectName", p.fiat_price as "fiatPrice", p.is_active as "isActive",
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
        (select count(*)::int from market.regrets_of(p.id, ${fanUid}, clock_timestamp())) as regrets,
        opens_at is not null and opens_at <= clock_timestamp()
          and not exists (select from private.openings where project_id = p.id) as "isToDraw",
        opens_at as "opensAt", market.turn_of(p.id, ${fanUid}) as "turnAt", clock_timestamp() as now
      from projects p
      where p.uid = ${projectUid}`,
  )
  if (!row) {
    return {
      view: { project: null, available: 0, holdsLiveToken: false, regrets: 0, opening: null },
      project: null,
      now: 0,
    }
  }
  if (row.isToDraw) {
    // Whoever comes first draws the order.
    await tx`select market.draw_orders(array[${row.id}::bigint])`
    return readPurchaseView(tx, fanUid, projectUid)
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
      regrets: row.regrets,
      opening: row.opensAt && row.turnAt && { opensAt: row.opensAt.getTime(), turnAt: row.turnAt.getTime() },
    },
    project: row,
    now: row.now.getTime(),
  }
}
