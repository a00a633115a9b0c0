/** What is in the way of a call to the tax office that came to no verdict. */
import type { X509Certificate } from 'node:crypto'
import type { InvoiceTrouble } from '#domain/service-invoice.ts'

/** Codes of OpenSSL's verification that say who answers is somebody else, as Node has them. */
const NOT_THEIRS = /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/

/** An alert of TLS, or nothing: since TLS 1.3 the other side judges our certificate when the connection stands already. */
const HUNG_UP = /^(ERR_SSL|ERR_OSSL|ECONNRESET|EPIPE|UND_ERR_SOCKET)/

/** `ours`: a certificate that has ended explains whatever the other side says, or does not say. */
export function troubleOfCall(fault: unknown, ours: X509Certificate): InvoiceTrouble {
  const code = codeOf(fault)
  if (NOT_THEIRS.test(code)) return 'host_not_theirs'
  if (Date.parse(ours.validTo) < Date.now()) return 'certificate_ended'
  return HUNG_UP.test(code) ? 'certificate_refused' : 'no_answer'
}

export function troubleOfStatus(status: number): InvoiceTrouble {
  // 495 and 496 are what nginx says of a client certificate.
  if ([401, 403, 495, 496].includes(status)) return 'certificate_refused'
  return status === 408 || status === 429 || status >= 500 ? 'no_answer' : 'not_understood'
}

/** Of the innermost cause that has one. */
function codeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return ''
  const within = codeOf(fault.cause)
  return within || ('code' in fault && typeof fault.code === 'string' ? fault.code : '')
}
