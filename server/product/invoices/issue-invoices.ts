/**
 * Issues what is due, and asks for the cancellation of what was returned. The database has the number before anything is sent,
 * and the tax office issues one invoice for a number: whoever did not hear the answer asks what became of it, and two who send at
 * once get one.
 */

import { InvoiceFault, type InvoiceTrouble } from '#domain/service-invoice.ts'
import pt from '#i18n/pt/invoices-back-office.json' with { type: 'json' }
import type { ServerContext } from '../../context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { type DueInvoice, orderOf, readDueInvoices } from './invoice-order.ts'

type Context = Pick<ServerContext, 'sql' | 'env' | 'serviceInvoices'>
type Service = NonNullable<ServerContext['serviceInvoices']>
type Why = { code: string; said: string | null }

const AT_ONCE = 100
const SUBJECTS = { sales: 'sale', fees: 'fee' } as const
/** The tax office knows the declaration already. */
const KNOWN = 'E0014'

/** The job, every minute. Throws at the first call whose outcome is unknown: the next run asks for it. */
export async function issueInvoices({ sql, env, serviceInvoices: service }: Context): Promise<void> {
  if (!service || !env.NFSE_SINCE) return
  const since = new Date(`${env.NFSE_SINCE}T00:00:00-03:00`)
  const subjects = env.NFSE_INVOICES.map((each) => SUBJECTS[each])
  await sql`select private.plan_service_invoices(${subjects}, ${since}, ${env.NFSE_SERIES})`
  await sql`select private.plan_cancellations(${env.NFSE_CANCEL_HOURS})`
  for (const due of await readDueInvoices(sql, AT_ONCE)) {
    try {
      if (due.status === 'waiting') await issueOne(sql, service, due)
      else await cancelOne(sql, service, due)
    } catch (fault) {
      if (fault instanceof InvoiceFault) await noteTrouble(sql, due, fault.trouble)
      throw fault
    }
  }
}

async function issueOne(sql: Sql, service: Service, due: DueInvoice): Promise<void> {
  if (due.wasAsked) {
    const key = await service.find(due)
    if (key !== null) return bookIssued(sql, due, key)
  }
  if (due.isReturned) return bookUnneeded(sql, due)
  const order = orderOf(due)
  if (!order) return bookRefused(sql, due, { code: 'customer_unknown', said: null })
  await noteAsked(sql, due)
  const answer = await service.issue(order)
  if (answer.kind === 'issued') return bookIssued(sql, due, answer.key)
  const key = answer.code === KNOWN ? await service.find(due) : null
  return key === null ? bookRefused(sql, due, answer) : bookIssued(sql, due, key)
}

async function cancelOne(sql: Sql, service: Service, due: DueInvoice): Promise<void> {
  const { key, wasAsked } = due
  if (key === null) throw new Error(`invoice ${due.id} is to be cancelled and has no key`)
  if (wasAsked && (await service.isCancelled(key))) return bookCancelled(sql, due)
  await noteAsked(sql, due)
  const answer = await service.cancel(key, pt.document.cancelled)
  if (answer.kind === 'cancelled' || (await service.isCancelled(key))) return bookCancelled(sql, due)
  return bookKept(sql, due, answer)
}

// Each of these does nothing where somebody else was quicker.

async function noteAsked(sql: Sql, { id, status }: DueInvoice): Promise<void> {
  await sql`
    update private.service_invoices set asked_at = clock_timestamp() where id = ${id} and status = ${status}`
}

/** Since when there has been trouble stays, whatever it turns into. */
async function noteTrouble(sql: Sql, { id, status }: DueInvoice, trouble: InvoiceTrouble): Promise<void> {
  await sql`
    update private.service_invoices
    set trouble = ${trouble}, troubled_at = coalesce(troubled_at, clock_timestamp()), asked_at = clock_timestamp()
    where id = ${id} and status = ${status}`
}

async function bookIssued(sql: Sql, { id }: DueInvoice, key: string): Promise<void> {
  await sql`
    update private.service_invoices
    set status = 'issued', access_key = ${key}, issued_at = clock_timestamp(), refusal = null, said = null
    where id = ${id} and status = 'waiting'`
}

async function bookRefused(sql: Sql, { id }: DueInvoice, { code, said }: Why): Promise<void> {
  await sql`
    update private.service_invoices set status = 'refused', refusal = ${code}, said = ${said}
    where id = ${id} and status = 'waiting'`
}

async function bookUnneeded(sql: Sql, { id }: DueInvoice): Promise<void> {
  await sql`update private.service_invoices set status = 'unneeded' where id = ${id} and status = 'waiting'`
}

async function bookCancelled(sql: Sql, { id }: DueInvoice): Promise<void> {
  await sql`
    update private.service_invoices set status = 'cancelled', refusal = null, said = null
    where id = ${id} and status = 'cancelling'`
}

async function bookKept(sql: Sql, { id }: DueInvoice, { code, said }: Why): Promise<void> {
  await sql`
    update private.service_invoices set status = 'kept', refusal = ${code}, said = ${said}
    where id = ${id} and status = 'cancelling'`
}
