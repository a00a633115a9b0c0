/**
 * A declaration of a service (DPS) and the request to cancel what came of it, as version 1.01 of the national layout has them
 * (schemas of 9 February 2026, www.gov.br/nfse). The order of elements is part of it.
 */
import { declarationId, type InvoiceSubject } from '#domain/service-invoice.ts'
import type { Env } from '../../../env.ts'
import { type Element, group, text } from './xml.ts'

/** To whom: a CPF of 11 or a CNPJ of 14 digits; null is an unnamed buyer. */
export type Customer = { document: string; name: string } | null
export type InvoiceOrder = {
  subject: InvoiceSubject
  series: number
  number: number
  /** Centavos. */
  amount: number
  /** When the service began. */
  on: Date
  customer: Customer
  /** What was done, in the document's words. */
  words: string
}

export type Issuer = { cnpj: string; city: string; env: Env }

/** Clocks differ: what is declared in the future is refused. */
const MARGIN_MS = 60_000
const VERSION = 'tune'

export function declaration(order: InvoiceOrder, { cnpj, city, env }: Issuer, now: Date): Element {
  const { series, number, on, customer } = order
  return group(
    'infDPS',
    [
      ...text('tpAmb', place(env)),
      ...text('dhEmi', inSaoPaulo(new Date(now.getTime() - MARGIN_MS))),
      ...text('verAplic', VERSION),
      ...text('serie', String(series)),
      ...text('nDPS', String(number)),
      ...text('dCompet', inSaoPaulo(on).slice(0, 10)),
      // By the provider of the service.
      ...text('tpEmit', '1'),
      ...text('cLocEmi', city),
      group('prest', [
        ...text('CNPJ', cnpj),
        ...text('IM', env.NFSE_MUNICIPAL_ID),
        group('regTrib', [
          ...text('opSimpNac', { outside: '1', mei: '2', small: '3' }[env.NFSE_SIMPLES]),
          ...text('regApTribSN', env.NFSE_SIMPLES === 'small' ? '1' : null),
          ...text('regEspTrib', '0'),
        ]),
      ]),
      ...(customer
        ? [
            group('toma', [
              ...text(customer.document.length === 14 ? 'CNPJ' : 'CPF', customer.document),
              ...text('xNome', customer.name.slice(0, 300)),
            ]),
          ]
        : []),
      service(order, city, env),
      amounts(order, env),
      ...consumptionTaxes(env),
    ],
    { Id: declarationId({ city, cnpj, series, number }) },
  )
}

const place = (env: Env) => (env.NFSE_ENVIRONMENT === 'production' ? '1' : '2')

function service({ subject, words }: InvoiceOrder, city: string, env: Env): Element {
  return group('serv', [
    group('locPrest', text('cLocPrestacao', city)),
    group('cServ', [
      ...text('cTribNac', subject === 'sale' ? env.NFSE_SALE_SERVICE : env.NFSE_FEE_SERVICE),
      ...text('xDescServ', latin(words)),
    ]),
  ])
}

function amounts({ amount, subject }: InvoiceOrder, env: Env): Element {
  const isImmune = subject === 'sale' && env.NFSE_SALE_ISS === 'immune-recordings'
  return group('valores', [
    group('vServPrest', text('vServ', decimal(amount))),
    group('trib', [
      group('tribMun', [
        ...text('tribISSQN', isImmune ? '2' : '1'),
        ...text('tpImunidade', isImmune ? '5' : null),
        // Nobody withholds the ISS of it.
        ...text('tpRetISSQN', '1'),
      ]),
      group(
        'totTrib',
        env.NFSE_SIMPLES === 'small'
          ? text('pTotTribSN', decimal(env.NFSE_SIMPLES_TAXES))
          : text('indTotTrib', '0'),
      ),
    ]),
  ])
}

/** Of IBS and CBS, where the company has to say: the buyer is the end user, and who receives the service. */
function consumptionTaxes({ NFSE_IBS_CBS: codes }: Env): Element[] {
  const [indicator, situation, classification] = codes?.split(':') ?? []
  if (indicator === undefined) return []
  return [
    group('IBSCBS', [
      ...text('finNFSe', '0'),
      ...text('indFinal', '1'),
      ...text('cIndOp', indicator),
      ...text('indDest', '0'),
      group('valores', [
        group('trib', [group('gIBSCBS', [...text('CST', situation), ...text('cClassTrib', classification)])]),
      ]),
    ]),
  ]
}

/** The event 101101: the service was not rendered. `words`: 15 to 255 characters about why. */
export function cancellation(key: string, words: string, { cnpj, env }: Issuer, now: Date): Element {
  return group(
    'infPedReg',
    [
      ...text('tpAmb', place(env)),
      ...text('verAplic', VERSION),
      ...text('dhEvento', inSaoPaulo(new Date(now.getTime() - MARGIN_MS))),
      ...text('CNPJAutor', cnpj),
      ...text('chNFSe', key),
      group('e101101', [
        ...text('xDesc', 'Cancelamento de NFS-e'),
        ...text('cMotivo', '2'),
        ...text('xMotivo', latin(words).slice(0, 255)),
      ]),
    ],
    { Id: `PRE${key}101101` },
  )
}

/** Centavos or basis points, with two digits behind a point. */
const decimal = (hundredths: number) => (hundredths / 100).toFixed(2)

/** Seconds, with the offset of Brasília, which has no summer time. */
function inSaoPaulo(at: Date): string {
  return `${new Date(at.getTime() - 3 * 3_600_000).toISOString().slice(0, 19)}-03:00`
}

/** The layout has Latin-1 alone, without blanks at the ends, and up to 1,000 characters. */
function latin(words: string): string {
  const plain = words.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"')
  return plain
    .replace(/[^ -ÿ]/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 1000)
    .trim()
}
