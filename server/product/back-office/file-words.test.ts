/** What somebody reads in a file is in their language. */
import { expect, test } from 'vitest'
import { UNMATCHED_STATUSES } from '#domain/money-decision.ts'
import { PAYOUT_STATUSES } from '#domain/payout.ts'
import { PROPOSAL_STATUSES } from '#domain/proposal.ts'
import { SUPPORT_STATUSES } from '#domain/request.ts'
import { INVOICE_STATUSES } from '#domain/service-invoice.ts'
import { TOKEN_STATUSES } from '#domain/token.ts'
import type { Language } from '../../platform/texts.ts'
import { payouts } from '../artists/payouts.ts'
import { invoices } from '../invoices/read-invoices.ts'
import { unmatched } from '../payments/unmatched.ts'
import { tokensOfProject } from '../projects/project-tokens.ts'
import { proposals } from '../projects/proposals.ts'
import { supportRequests } from '../support/requests.ts'

type Cell = ((row: never, language: Language) => string) | undefined

test.each<[string, Cell, readonly string[]]>([
  ['payouts', payouts(null).columns.status, PAYOUT_STATUSES],
  ['invoices', invoices('all', '').columns.status, INVOICE_STATUSES],
  ['unmatched money', unmatched('all', 0).columns.status, UNMATCHED_STATUSES],
  ['proposals', proposals.columns.status, PROPOSAL_STATUSES],
  ['a project’s tokens', tokensOfProject('').columns.status, TOKEN_STATUSES],
  ['support requests', supportRequests('all').columns.status, SUPPORT_STATUSES],
])('a file of %s says each status in its reader’s words', (_name, cell, statuses) => {
  for (const status of statuses) {
    const [pt, en] = [cell?.({ status } as never, 'pt'), cell?.({ status } as never, 'en')]
    expect([pt, en]).not.toContain(status)
    expect(pt && en && pt !== en).toBe(true)
  }
})
