/** The calls of service invoices. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import { INVOICE_STATUSES, INVOICE_SUBJECTS, INVOICE_TROUBLES } from '#domain/service-invoice.ts'
import { about, callsOfAdmins, data, words } from '../api/call.ts'
import { list } from '../back-office/contract.ts'
import { amounts, days, oneOf } from '../back-office/filters.ts'

export const serviceInvoiceWire = v.strictObject({
  id: v.number(),
  uid: v.string(),
  subject: v.picklist(INVOICE_SUBJECTS),
  declaration: about(v.string(), 'Series and number of the declaration.'),
  amount: v.number(),
  status: v.picklist(INVOICE_STATUSES),
  refusal: about(v.nullable(v.string()), 'Why it was refused, or stands although money went back: a code.'),
  said: about(v.nullable(v.string()), 'The words that came with it.'),
  trouble: about(
    v.nullable(v.picklist(INVOICE_TROUBLES)),
    'Why the tax office has not decided yet: it is asked again every minute.',
  ),
  troubledAt: about(v.nullable(v.string()), 'Since when.'),
  note: about(v.nullable(v.string()), 'What was done about it by hand.'),
  number: about(v.nullable(v.number()), 'Of the invoice, once it was issued.'),
  link: about(v.nullable(v.string()), 'Where anybody looks it up.'),
  project: v.string(),
  payment: about(v.string(), 'The uid of the payment that it is about.'),
  customer: about(v.nullable(v.string()), 'The name of whoever it is issued to.'),
  artist: about(v.nullable(v.string()), 'The uid of the artist that a fee is invoiced to.'),
  createdAt: v.string(),
  issuedAt: v.nullable(v.string()),
})
export type ServiceInvoiceWire = v.InferOutput<typeof serviceInvoiceWire>

const invoiceFilters = { status: oneOf('Only those of a status.', INVOICE_STATUSES), ...days, ...amounts }

export const invoicesCalls = callsOfAdmins({
  ...list('/admin/invoices', serviceInvoiceWire, ['finance'], 'Service invoices.', {
    filters: invoiceFilters,
  }),
  ...list(
    '/admin/invoices-waiting',
    serviceInvoiceWire,
    ['finance'],
    'Those that were refused, stand although money went back, or have not gone out for ten minutes.',
    { filters: invoiceFilters },
  ),
  'GET /admin/invoices-regime': {
    roles: ['finance'],
    summary: 'What service invoices are issued for; nothing where they are off.',
    answer: data(v.array(v.picklist(['sales', 'fees']))),
  },
  'POST /admin/invoices/{uid}/retry': {
    roles: ['finance'],
    summary: 'Has a refused invoice declared again, or a refused cancellation asked for again.',
    answer: data(v.null()),
    unknown: 'invoice_not_found',
    refusals: ['invoice_settled'],
  },
  'POST /admin/invoices/{uid}/settle': {
    roles: ['finance'],
    summary: 'Notes what was done about it by hand. Nothing more is sent.',
    body: v.object({ note: words(REASON_MAX) }),
    answer: data(v.null()),
    unknown: 'invoice_not_found',
    refusals: ['invoice_settled'],
  },
})
