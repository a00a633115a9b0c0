/** What is declared about an invoice that is due: to whom, what for, and in which words. */
import * as v from 'valibot'
import { INVOICE_SUBJECTS } from '#domain/service-invoice.ts'
import pt from '#i18n/pt/invoices-back-office.json' with { type: 'json' }
import type { ServerContext } from '../../context.ts'
import { centavos, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'

type InvoiceOrder = Parameters<NonNullable<ServerContext['serviceInvoices']>['issue']>[0]

const dueRow = v.object({
  id: rowId,
  subject: v.picklist(INVOICE_SUBJECTS),
  series: v.number(),
  number: rowId,
  amount: centavos,
  status: v.picklist(['waiting', 'cancelling']),
  /** Whether it, or its cancellation, may have arrived before. */
  wasAsked: v.boolean(),
  key: v.nullable(v.string()),
  /** Whether all of the price went back. */
  isReturned: v.boolean(),
  on: v.date(),
  token: v.string(),
  project: v.string(),
  author: v.string(),
  document: v.nullable(v.string()),
  name: v.nullable(v.string()),
})
export type DueInvoice = v.InferOutput<typeof dueRow>

/** Those that were asked for longest ago come last: one that nobody answers holds up no other. */
export async function readDueInvoices(sql: Sql, most: number): Promise<DueInvoice[]> {
  return parseRows(
    dueRow,
    await sql`
      select invoices.id, subject, series, invoices.number, invoices.amount, invoices.status, access_key as key,
        asked_at is not null as "wasAsked", private.returned_of_sale(mint_id) >= mints.amount as "isReturned", minted_at as on,
        mints.uid as token, project_name as project, author,
        case subject when 'sale' then users.document else taxes.document end as document,
        case subject when 'sale' then full_name else coalesce(legal_name, artists.name) end as name
      from private.service_invoices invoices
      join mints on mints.id = mint_id
      join projects on projects.id = mints.project_id
      join payments on payments.id = mints.payment_id
      join users on users.uid = payments.user_id
      left join private.artists on artists.wallet = lower(author_wallet)
      left join private.artist_taxes taxes on taxes.artist_id = artists.id
      left join lateral (
        select legal_name from private.artist_keys keys
        where keys.artist_id = artists.id and confirmed_at is not null order by id desc limit 1
      ) confirmed on true
      where invoices.status in ('waiting', 'cancelling')
      order by asked_at nulls first, invoices.id
      limit ${most}`,
  )
}

/** Null where nobody knows whom to name: an artist without a document. A fan without one is an unnamed buyer. */
export function orderOf({ subject, series, number, amount, on, ...facts }: DueInvoice): InvoiceOrder | null {
  const { document, name, project, author, token } = facts
  const customer = document && name ? { document: document.replace(/[^0-9A-Z]/g, ''), name } : null
  if (subject === 'fee' && !customer) return null
  const words = pt.document[subject].replace(
    /\{\{(\w+)\}\}/g,
    (whole, each: string) => ({ project, author, token })[each] ?? whole,
  )
  return { subject, series, number, amount, on, customer, words }
}
