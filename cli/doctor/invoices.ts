/** Service invoices, where they are on: the certificate, what the settings ask of each other, and whether the tax office lets us in. */

import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ServerContext } from '#server/context.ts'
import type { Env } from '#server/env.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'

const DAYS_AHEAD = 30
const DAY_MS = 86_400_000
/** No declaration has this number. */
const NEVER_SENT = 999_999_999_999_999

export function invoiceChecks({ env, serviceInvoices }: ServerContext): Check[] {
  if (!serviceInvoices) return []
  return [
    {
      name: 'invoices',
      advice: 'Look at NFSE_URL, NFSE_CLIENT_CERT and NFSE_CLIENT_KEY: docs/going-live.md, Service invoices.',
      async look() {
        await serviceInvoices.find({ series: env.NFSE_SERIES, number: NEVER_SENT })
        return well('the tax office lets us in')
      },
    },
    {
      name: 'invoices’ certificate',
      advice:
        'Set NFSE_CLIENT_CERT and NFSE_CLIENT_KEY to PEM files of the company’s ICP-Brasil certificate.',
      look: async () => certificate(env),
    },
    {
      name: 'invoices’ settings',
      advice: 'docs/going-live.md, Service invoices.',
      look: async () => settings(env),
    },
  ]
}

function certificate({ NFSE_CLIENT_CERT = '', NFSE_CLIENT_KEY = '', NFSE_CNPJ: cnpj = '' }: Env): Finding {
  const company = new X509Certificate(readFileSync(NFSE_CLIENT_CERT))
  if (!company.checkPrivateKey(createPrivateKey(readFileSync(NFSE_CLIENT_KEY))))
    return fault(
      'is not of NFSE_CLIENT_KEY',
      'Take both from one .pfx: docs/going-live.md, Service invoices.',
    )
  const { validTo, subject } = company
  const days = Math.floor((Date.parse(validTo) - Date.now()) / DAY_MS)
  if (days < 0) return fault('has ended', 'Have it renewed: nothing is issued with it.')
  if (days < DAYS_AHEAD) return fault(`ends in ${days} days`, 'Have it renewed, and replace both files.')
  if (!subject.includes(cnpj))
    return unknown(
      'does not name NFSE_CNPJ in its subject',
      'See that it is of the company that issues: E0718 otherwise.',
    )
  return well(`is the company’s, for ${days} days`)
}

function settings(env: Env): Finding {
  const isRestricted = env.NFSE_URL.includes('producaorestrita')
  if (env.NFSE_URL.includes('.nfse.gov.br') && isRestricted !== (env.NFSE_ENVIRONMENT === 'restricted'))
    return fault(
      'NFSE_URL and NFSE_ENVIRONMENT are of different places',
      'Set both for restricted production, or both for production.',
    )
  if (env.NFSE_ENVIRONMENT === 'restricted' && env.PUBLIC_URL.startsWith('https:'))
    return fault('are for tries, on a public site', 'Nothing there is an invoice: set those of production.')
  if (env.NFSE_SIMPLES === 'outside' && env.NFSE_IBS_CBS === undefined)
    return fault(
      'NFSE_IBS_CBS is not set',
      'Outside the Simples Nacional the codes of IBS and CBS are demanded since 3 August 2026: ask the accountant.',
    )
  if (env.NFSE_SIMPLES === 'small' && env.NFSE_SIMPLES_TAXES === 0)
    return fault('NFSE_SIMPLES_TAXES is 0', 'Ask the accountant for the approximate share of taxes.')
  return well('go together')
}
