/** What a person decides about an invoice that was refused, or that stands although money went back. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { INVOICE_STATUSES, type InvoiceStatus } from '#domain/service-invoice.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

const lockedRow = v.object({ status: v.picklist(INVOICE_STATUSES), refusal: v.nullable(v.string()) })

/** Sent again with the next run: a declaration under the same number, so that it cannot become two. */
export const retryInvoice = (sql: Sql, uid: string, by: Actor): Promise<Result<null>> =>
  decide(sql, uid, by, { deed: 'retry', next: { refused: 'waiting', kept: 'cancelling' }, note: null })

export const closeInvoice = (sql: Sql, uid: string, note: string, by: Actor): Promise<Result<null>> =>
  decide(sql, uid, by, { deed: 'settle', next: { refused: 'noted', kept: 'noted' }, note })

type Decision = {
  deed: 'retry' | 'settle'
  next: Readonly<Partial<Record<InvoiceStatus, InvoiceStatus>>>
  note: string | null
}

function decide(sql: Sql, uid: string, by: Actor, { deed, next, note }: Decision) {
  return transact(sql, async (tx): Promise<Result<null>> => {
    const found = parseRow(
      lockedRow,
      await tx`select status, refusal from private.service_invoices where uid = ${uid} for update`,
    )
    if (!found) return refuse('invoice_not_found')
    const status = next[found.status]
    if (!status) return refuse('invoice_settled')
    await tx`update private.service_invoices set status = ${status}, note = ${note} where uid = ${uid}`
    await audit(tx, by, {
      action: `invoice.${deed}`,
      subject: uid,
      before: found,
      after: { status, ...(note !== null && { note }) },
    })
    return ok(null)
  })
}
