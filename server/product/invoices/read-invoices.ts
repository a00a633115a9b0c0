/** Service invoices in the back office. */
import * as v from 'valibot'
import { INVOICE_STATUSES, INVOICE_SUBJECTS, INVOICE_TROUBLES, numberInKey } from '#domain/service-invoice.ts'
import en from '#i18n/en/invoices-back-office.json' with { type: 'json' }
import pt from '#i18n/pt/invoices-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { centavos, parseRows, rowId } from '../../platform/db/rows.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import type { ServiceInvoiceWire } from './contract.ts'

const STATUSES = { pt: pt.statuses, en: en.statuses }

const invoiceRow = v.object({
  id: rowId,
  uid: v.string(),
  subject: v.picklist(INVOICE_SUBJECTS),
  series: v.number(),
  number: rowId,
  amount: centavos,
  status: v.picklist(INVOICE_STATUSES),
  refusal: v.nullable(v.string()),
  said: v.nullable(v.string()),
  trouble: v.nullable(v.picklist(INVOICE_TROUBLES)),
  troubledAt: v.nullable(v.date()),
  note: v.nullable(v.string()),
  key: v.nullable(v.string()),
  project: v.string(),
  payment: v.string(),
  customer: v.nullable(v.string()),
  artist: v.nullable(v.string()),
  createdAt: v.date(),
  issuedAt: v.nullable(v.date()),
})

/** `lookUp` is the address that an access key is put behind. */
export function invoices(which: 'waiting' | 'all', lookUp: string): AdminList<ServiceInvoiceWire> {
  return {
    async read(sql, query) {
      const id = sql`invoices.id`
      const name = sql`private.search_form(
        project_name || ' ' || coalesce(artists.name, '') || ' ' || coalesce(full_name, '') || ' ' || email || ' '
          || coalesce(access_key, '') || ' ' || invoices.number
      )`
      const rows = parseRows(
        invoiceRow,
        await sql`
          select invoices.id, invoices.uid, subject, series, invoices.number, invoices.amount, invoices.status, refusal, said, note,
            trouble, troubled_at as "troubledAt",
            access_key as key, project_name as project, payments.uid as payment,
            case subject when 'sale' then coalesce(full_name, email) else coalesce(artists.name, projects.author) end as customer,
            case subject when 'fee' then artists.uid end as artist, invoices.created_at as "createdAt",
            issued_at as "issuedAt"
          from private.service_invoices invoices
          join mints on mints.id = mint_id
          join projects on projects.id = mints.project_id
          join payments on payments.id = mints.payment_id
          join users on users.uid = payments.user_id
          left join private.artists on artists.wallet = lower(author_wallet)
          where ${which === 'waiting' ? sql`private.is_to_look_at(invoices)` : sql`true`}
            and ${within(sql, query.filters, {
              status: sql`invoices.status`,
              at: sql`invoices.created_at`,
              amount: sql`invoices.amount`,
            })}
            and ${beyond(sql, id, query)} and ${query.search ? contains(sql, name, query) : sql`true`}
          ${inOrder(sql, id, query)}`,
      )
      return page(
        rows.map(({ series, number, key, createdAt, issuedAt, troubledAt, ...row }) => ({
          ...row,
          declaration: `${series}-${number}`,
          number: key === null ? null : numberInKey(key),
          link: key === null ? null : lookUp + key,
          troubledAt: troubledAt?.toISOString() ?? null,
          createdAt: createdAt.toISOString(),
          issuedAt: issuedAt?.toISOString() ?? null,
        })),
        query,
      )
    },
    columns: {
      uid: ({ uid }) => uid,
      kind: ({ subject }) => subject,
      name: ({ customer }) => customer ?? '',
      project: ({ project }) => project,
      amount: ({ amount }, language) => csvAmount(amount, language),
      status: ({ status }, language) => STATUSES[language][status],
      reason: ({ refusal, said, trouble }) => [refusal ?? trouble, said].filter(Boolean).join(': '),
      receipt: ({ link }) => link ?? '',
      payment: ({ payment }) => payment,
      createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
      note: ({ note }) => note ?? '',
    },
  }
}
