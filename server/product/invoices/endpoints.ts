/** Service invoices in the back office. */
import { ok } from '#domain/result.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { closeInvoice, retryInvoice } from './close-invoice.ts'
import { invoicesCalls } from './contract.ts'
import { invoices } from './read-invoices.ts'

export const invoicesEndpoints = endpoints(invoicesCalls, ({ sql, env }) => ({
  ...serveList(sql, '/admin/invoices', invoices('all', env.NFSE_LOOKUP_URL)),
  ...serveList(sql, '/admin/invoices-waiting', invoices('waiting', env.NFSE_LOOKUP_URL)),
  'GET /admin/invoices-regime': async () => ok(env.NFSE_INVOICES),
  'POST /admin/invoices/{uid}/retry': ({ params, by }) => retryInvoice(sql, params.uid, by),
  'POST /admin/invoices/{uid}/settle': ({ params, body, by }) => closeInvoice(sql, params.uid, body.note, by),
}))
