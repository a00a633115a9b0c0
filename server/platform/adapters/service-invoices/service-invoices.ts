/** The national system of service invoices (SEFIN Nacional): declares, looks up, and cancels. */

import type { X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import * as v from 'valibot'
import { declarationId, InvoiceFault, type InvoiceTrouble } from '#domain/service-invoice.ts'
import type { Env } from '../../../env.ts'
import { type Send, sendWithCertificate } from '../mutual-tls.ts'
import { cancellation, declaration, type InvoiceOrder, type Issuer } from './declaration.ts'
import { readSigner, type Signer, signed } from './signature.ts'

/** Refused for good: `code` is the tax office's, `said` its words. */
export type Refused = { kind: 'refused'; code: string; said: string }
export type ServiceInvoices = {
  /** Throws while it cannot be known what became of it; then `find` is asked before it is declared again. */
  issue: (order: InvoiceOrder) => Promise<{ kind: 'issued'; key: string } | Refused>
  /** The access key of what was issued for a declaration; null where nothing was. */
  find: (order: Pick<InvoiceOrder, 'series' | 'number'>) => Promise<string | null>
  /** `words` are the document's reason. */
  cancel: (key: string, words: string) => Promise<{ kind: 'cancelled' } | Refused>
  isCancelled: (key: string) => Promise<boolean>
}

const PATIENCE_MS = 30_000
const key = v.pipe(v.string(), v.regex(/^[0-9A-Z]{50}$/))
const issued = v.object({ chaveAcesso: key })
const cancelled = v.object({ eventoXmlGZipB64: v.string() })
/** Its description has `erro` here, and other answers of it a list; either is the tax office's. */
const notFound = v.record(v.string(), v.unknown())
const message = v.object({ codigo: v.optional(v.string()), descricao: v.optional(v.string()) })
/** A declaration's refusal has a list; an event's has one, or a list, whatever the description says. */
const refusal = v.union([
  v.object({ erros: v.pipe(v.array(message), v.minLength(1)) }),
  v.object({ erro: v.pipe(v.array(message), v.minLength(1)) }),
  v.object({ erro: message }),
])

/** Null where invoices are off. Each call waits `patience` ms for its whole answer. */
export function createServiceInvoices(env: Env, patience = PATIENCE_MS): ServiceInvoices | null {
  if (env.NFSE_INVOICES.length === 0) return null
  const { NFSE_CNPJ: cnpj, NFSE_CITY: city, NFSE_CLIENT_CERT: cert, NFSE_CLIENT_KEY: file, NFSE_CA: ca } = env
  // `fiscalFaults` has looked.
  if (!cnpj || !city || !cert || !file) throw new Error('settings of invoices are missing')
  const origin = env.NFSE_URL.replace(/\/$/, '')
  const send: Send = origin.startsWith('https:') ? sendWithCertificate({ cert, key: file, ca }) : fetch
  return speakTo({ origin, send, patience }, readSigner(cert, file), { cnpj, city, env })
}

type Line = { origin: string; send: Send; patience: number }

function speakTo({ origin, send, patience }: Line, signer: Signer, issuer: Issuer): ServiceInvoices {
  async function call(method: 'GET' | 'POST', path: string, body?: object) {
    const line = `${method} ${path.replace(/[0-9A-Z]{12,}/, '…')}`
    const signal = AbortSignal.timeout(patience)
    try {
      const answer = await send(origin + path, {
        method,
        headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        signal,
        redirect: 'manual',
      })
      const told: unknown = await answer.json().catch((fault: unknown) => {
        signal.throwIfAborted()
        if (fault instanceof SyntaxError) return null
        throw fault
      })
      return { status: answer.status, told, line }
    } catch (fault) {
      throw new InvoiceFault(troubleOfCall(fault, signer.certificate), `${line} had no answer`, fault)
    }
  }
  const packed = (document: string) => gzipSync(document).toString('base64')

  return {
    async issue(order) {
      const document = signed('DPS', declaration(order, issuer, new Date()), signer)
      const { status, told, line } = await call('POST', '/nfse', { dpsXmlGZipB64: packed(document) })
      if (status === 201 && v.is(issued, told)) return { kind: 'issued', key: told.chaveAcesso }
      return refusedBy(status, told, line)
    },
    async find({ series, number }) {
      const { cnpj, city } = issuer
      const { status, told, line } = await call(
        'GET',
        `/dps/${declarationId({ cnpj, city, series, number })}`,
      )
      if (isNothing(status, told)) return null
      if (status === 200 && v.is(issued, told)) return told.chaveAcesso
      throw strange(status, line)
    },
    async cancel(accessKey, words) {
      const document = signed('pedRegEvento', cancellation(accessKey, words, issuer, new Date()), signer)
      const { status, told, line } = await call('POST', `/nfse/${accessKey}/eventos`, {
        pedidoRegistroEventoXmlGZipB64: packed(document),
      })
      return status === 201 && v.is(cancelled, told) ? { kind: 'cancelled' } : refusedBy(status, told, line)
    },
    async isCancelled(accessKey) {
      const { status, told, line } = await call('GET', `/nfse/${accessKey}/eventos/101101/1`)
      if (status === 200 && v.is(cancelled, told)) return true
      if (isNothing(status, told)) return false
      throw strange(status, line)
    },
  }
}

/** Only the tax office itself says that there is nothing: a page that is not found says so in HTML. */
const isNothing = (status: number, told: unknown): boolean => status === 404 && v.is(notFound, told)

/** An answer without a verdict. */
const strange = (status: number, line: string): InvoiceFault =>
  new InvoiceFault(troubleOfStatus(status), `${line} answered ${status}`)

/** A 400 with its reasons is a verdict; anything else may be otherwise the next time. */
function refusedBy(status: number, told: unknown, line: string): Refused {
  const found = v.safeParse(refusal, told)
  if (status !== 400 || !found.success) throw strange(status, line)
  const list = 'erros' in found.output ? found.output.erros : [found.output.erro].flat()
  const words = list.map(({ descricao }) => descricao ?? '').filter((each) => each.trim() !== '')
  const code = list[0]?.codigo ?? ''
  return {
    kind: 'refused',
    code: /^[A-Za-z0-9_]{1,40}$/.test(code) ? code : 'unnamed',
    said: (words.join(' · ') || code || line).trim().slice(0, 500),
  }
}

/** Codes of OpenSSL's verification that say who answers is somebody else, as Node has them. */
const NOT_THEIRS = /^(ERR_TLS_CERT_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH)/

/** An alert of TLS, or nothing: since TLS 1.3 the other side judges our certificate when the connection stands already. */
const HUNG_UP = /^(ERR_SSL|ERR_OSSL|ECONNRESET|EPIPE|UND_ERR_SOCKET)/

/** `ours`: a certificate that has ended explains whatever the other side says, or does not say. */
function troubleOfCall(fault: unknown, ours: X509Certificate): InvoiceTrouble {
  const code = codeOf(fault)
  if (NOT_THEIRS.test(code)) return 'host_not_theirs'
  if (Date.parse(ours.validTo) < Date.now()) return 'certificate_ended'
  return HUNG_UP.test(code) ? 'certificate_refused' : 'no_answer'
}

function troubleOfStatus(status: number): InvoiceTrouble {
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
