/** Service invoices (NFS-e of the national standard): what they are about, their life, and how their declarations (DPS) are named. */
import type { Transitions } from './transitions.ts'

/** A sale, to the fan who paid it; or the platform's part of a sale, to the artist. */
export const INVOICE_SUBJECTS = ['sale', 'fee'] as const
export type InvoiceSubject = (typeof INVOICE_SUBJECTS)[number]

/**
 * `kept`: it stands although money went back, and the accountant has to look; `noted`: they have. `unneeded`: the money went back
 * before anything was issued.
 */
export const INVOICE_STATUSES = [
  'waiting',
  'issued',
  'refused',
  'unneeded',
  'cancelling',
  'cancelled',
  'kept',
  'noted',
] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const INVOICE_TRANSITIONS: Transitions<InvoiceStatus> = {
  waiting: ['issued', 'refused', 'unneeded'],
  issued: ['cancelling', 'kept'],
  refused: ['waiting', 'noted'],
  unneeded: [],
  cancelling: ['cancelled', 'kept'],
  cancelled: [],
  kept: ['cancelling', 'noted'],
  noted: [],
}

/** Refusals of our own, beside the codes of the tax office (`E` and four digits). */
export const OWN_REFUSALS = ['customer_unknown', 'returned_in_part', 'returned_late'] as const

/**
 * Why nothing is known of what was asked: our certificate has ended, or is not taken; who answers is not the tax office; nobody
 * answers, or not now; the answer is not one of the tax office's. It is asked again until there is a verdict.
 */
export const INVOICE_TROUBLES = [
  'certificate_ended',
  'certificate_refused',
  'host_not_theirs',
  'no_answer',
  'not_understood',
] as const
export type InvoiceTrouble = (typeof INVOICE_TROUBLES)[number]

/** A call to the tax office came to no verdict. */
export class InvoiceFault extends Error {
  override name = 'InvoiceFault'
  readonly trouble: InvoiceTrouble
  constructor(trouble: InvoiceTrouble, message: string, cause?: unknown) {
    super(`invoices: ${message}`, { cause })
    this.trouble = trouble
  }
}

/**
 * The 45 characters that name a declaration: one of these has one invoice, however often it is sent. `city` is the IBGE's code,
 * `cnpj` its 14 characters.
 */
export function declarationId(by: { city: string; cnpj: string; series: number; number: number }): string {
  const [series, number] = [String(by.series).padStart(5, '0'), String(by.number).padStart(15, '0')]
  return `DPS${by.city}2${by.cnpj}${series}${number}`
}

/** The invoice's number, which is a part of its access key of 50 characters. */
export const numberInKey = (key: string): number => Number(key.slice(23, 36))
