/** One movement of a fan's money, with all that is known of it. */
import * as v from 'valibot'
import { numberInKey } from '#domain/service-invoice.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type ReceiptWire, receiptWire } from './contract.ts'
import { accountsOf, details, isTold, joins, legs, movementKind, toWire } from './statement.ts'

const issuedInvoice = v.nullable(v.object({ key: v.string(), isCancelled: v.boolean() }))

/** `lookUp` is put before an invoice's key. Null when it is not theirs, or not shown. */
export async function readReceipt(
  sql: Sql,
  fan: string,
  id: string,
  lookUp: string,
): Promise<ReceiptWire | null> {
  const accounts = await accountsOf(sql, fan)
  if (!accounts) return null
  const row = parseRow(
    v.object({ ...v.omit(receiptWire, ['invoice']).entries, at: v.date(), invoice: issuedInvoice }),
    await sql`
      select ${details(sql)}, coalesce(named.uid::text, named.bid::text, told.id) as reference,
        case told.movement
          when 'deposit' then payments.tx_hash
          when 'bid_held' then bids.tx_hash
          when 'purchase' then mints.tx_hash
          when 'bid_won' then mints.tx_hash
          when 'gift_accepted' then mints.tx_hash
          when 'withdrawal_paid' then request.tx_hash
        end as "txHash",
        case when told.movement in ('purchase', 'bid_won', 'gift_accepted') then (
          select json_build_object('key', access_key, 'isCancelled', status = 'cancelled')
          from private.service_invoices
          where mint_id = mints.id and subject = 'sale' and access_key is not null
        ) end as invoice,
        case
          when told.movement = 'deposit' and payments.id is not null then json_build_object('method', payments.method, 'fee', payments.fee, 'tip', 0)
          when told.movement = 'purchase' and bought.id is not null then json_build_object('method', bought.method, 'fee', bought.fee, 'tip', bought.tip)
        end as paid,
        case
          when told.movement = 'purchase'
            and (mints.regretted_at is not null or mints.revoked_for is not null or bought.status = 'failed-mint')
            then to_char(mints.ended_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        end as "undoneAt",
        case when told.movement in ('tip', 'regret', 'gift_returned') then (
          select words from private.tip_words where payment_id = bought.id
        ) end as words
      from (
        select *, ${movementKind(sql)} as movement
        from (${legs(sql, accounts)}) legs
        where id = ${id} and ${isTold(sql)}
      ) told
      ${joins(sql)}`,
  )
  if (!row) return null
  const { invoice, ...rest } = toWire(row)
  if (!invoice) return { ...rest, invoice }
  const { key, isCancelled } = invoice
  return { ...rest, invoice: { number: numberInKey(key), link: lookUp + key, isCancelled } }
}
