/** Settings of service invoices (NFS-e, national standard), which are off unless `NFSE_INVOICES` says what they are for. */
import * as v from 'valibot'
import { isCnpj } from '#domain/cnpj.ts'
import { listOf, url } from './env-values.ts'

const pattern = (form: RegExp, words: string) => v.pipe(v.string(), v.regex(form, words))
const service = pattern(/^\d{6}$/, 'is not six digits')

export const fiscalSettings = {
  /** What is invoiced, separated by commas: `sales` to fans, `fees` (the platform's part) to artists. */
  NFSE_INVOICES: v.optional(listOf(v.picklist(['sales', 'fees'])), ''),
  /** The first day, in São Paulo, whose tokens get invoices: yyyy-MM-dd. */
  NFSE_SINCE: v.optional(pattern(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'is not yyyy-MM-dd')),
  NFSE_URL: v.optional(url, 'https://sefin.nfse.gov.br/SefinNacional'),
  /** Where anybody looks an invoice up; its key is put behind it. */
  NFSE_LOOKUP_URL: v.optional(url, 'https://www.nfse.gov.br/ConsultaPublica/?tpc=1&chave='),
  /** Restricted production is the tax office's place for tries: nothing there is an invoice. */
  NFSE_ENVIRONMENT: v.optional(v.picklist(['production', 'restricted']), 'production'),
  /** PEM files: the company's ICP-Brasil certificate (RSA), which also signs, its key, and the authority of the other side. */
  NFSE_CLIENT_CERT: v.optional(v.string()),
  NFSE_CLIENT_KEY: v.optional(v.string()),
  NFSE_CA: v.optional(v.string()),
  NFSE_CNPJ: v.optional(
    v.pipe(v.string(), v.check(isCnpj, 'is not a CNPJ: fourteen digits or capitals without punctuation')),
  ),
  /** The company's city, by the IBGE's code. */
  NFSE_CITY: v.optional(pattern(/^\d{7}$/, 'is not seven digits')),
  NFSE_MUNICIPAL_ID: v.optional(pattern(/^[A-Za-z0-9]{1,15}$/, 'is not up to 15 letters or digits')),
  NFSE_SERIES: v.optional(
    v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(49_999)),
    '1',
  ),
  /** The company before the Simples Nacional: outside, a micro-entrepreneur, or a small company. */
  NFSE_SIMPLES: v.optional(v.picklist(['outside', 'mei', 'small']), 'outside'),
  /** Of a small company: the approximate share of taxes in the price, in basis points. */
  NFSE_SIMPLES_TAXES: v.optional(
    v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0), v.maxValue(9999)),
    '0',
  ),
  /** The national code of each service (cTribNac). */
  NFSE_SALE_SERVICE: v.optional(service),
  NFSE_FEE_SERVICE: v.optional(service),
  /** The ISS on sales: taxed, or immune as recordings of Brazilian music (Constitution, article 150, VI, e). */
  NFSE_SALE_ISS: v.optional(v.picklist(['taxed', 'immune-recordings']), 'taxed'),
  /** Of IBS and CBS: cIndOp, CST and cClassTrib, separated by colons. */
  NFSE_IBS_CBS: v.optional(pattern(/^\d{6}:\d{3}:\d{6}$/, 'is not 000000:000:000000')),
  /** How long after an invoice was issued our side asks for its cancellation. */
  NFSE_CANCEL_HOURS: v.optional(v.pipe(v.string(), v.transform(Number), v.integer(), v.minValue(0)), '24'),
}

const NEEDED = ['NFSE_SINCE', 'NFSE_CLIENT_CERT', 'NFSE_CLIENT_KEY', 'NFSE_CNPJ', 'NFSE_CITY']

/** One line for each setting without which the others cannot be followed. */
export function fiscalFaults(set: Readonly<Record<string, string | undefined>>): string[] {
  const wanted = set.NFSE_INVOICES ?? ''
  if (wanted === '') return []
  const names = [
    ...NEEDED,
    ...(wanted.includes('sales') ? ['NFSE_SALE_SERVICE'] : []),
    ...(wanted.includes('fees') ? ['NFSE_FEE_SERVICE'] : []),
  ]
  return names
    .filter((name) => set[name] === undefined)
    .map((name) => `${name}: is not set, but NFSE_INVOICES is`)
}
