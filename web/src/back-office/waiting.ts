/** What waits for an administrator: read by the first screen and the menu, which share one answer. */
import { queryOptions } from '@tanstack/react-query'
import { GUIDE_OF } from '#domain/guide.ts'
import type { Waiting } from '#domain/waiting.ts'
import type { WaitingWire } from '#server/product/operations/waiting-contract.ts'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { ASK_AGAIN_MS } from './office.tsx'

export const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: async ({ signal }) => (await api('GET /admin/waiting', { signal })).data,
  refetchInterval: ASK_AGAIN_MS,
})

/** Where each kind is dealt with: an entry of the menu, and the place there. */
const PLACES: Record<Waiting, { entry: string; at?: string }> = {
  worker: { entry: paths.adminGuide, at: `#${GUIDE_OF.worker}` },
  settlement: { entry: paths.adminGuide, at: `#${GUIDE_OF.settlement}` },
  queue: { entry: paths.adminGuide, at: `#${GUIDE_OF.queue}` },
  dispute: { entry: paths.adminActivity, at: '?status=disputed' },
  pending: { entry: paths.adminActivity, at: '?status=pending' },
  stuck: { entry: paths.adminRequests, at: '?tab=stuck' },
  restoration: { entry: paths.adminLogs, at: '?tab=ledger' },
  withdrawal: { entry: paths.adminRequests },
  payout: { entry: paths.adminArtists },
  artist_key: { entry: paths.adminArtists },
  refund: { entry: paths.adminRequests, at: '?tab=refunds' },
  decision: { entry: paths.adminRequests, at: '?tab=stuck' },
  unmatched: { entry: paths.adminRequests, at: '?tab=unmatched' },
  unclaimed: { entry: paths.adminActivity },
  debt: { entry: paths.adminRequests, at: '?tab=debts' },
  write_off: { entry: paths.adminRequests, at: '?tab=debts&which=writeOffs' },
  role_change: { entry: paths.adminTeam },
  fault: { entry: paths.adminLogs, at: '?tab=troubles' },
  gas: { entry: paths.adminLogs, at: '?tab=troubles' },
  certificate: { entry: paths.adminLogs, at: '?tab=troubles' },
  refused_webhook: { entry: paths.adminLogs, at: '?tab=troubles' },
  credentials: { entry: paths.adminLogs, at: '?tab=troubles' },
  invoice: { entry: paths.adminInvoices },
  look: { entry: paths.adminLogs, at: '?tab=troubles' },
  comparison: { entry: paths.adminLogs, at: '?tab=ledger' },
  difference: { entry: paths.adminLogs, at: '?tab=ledger' },
  webhook: { entry: paths.adminLogs, at: '?tab=webhooks' },
  job: { entry: paths.adminLogs, at: '?tab=jobs' },
  operation: { entry: paths.adminLogs, at: '?tab=chain' },
  chain: { entry: paths.adminLogs, at: '?tab=chain' },
  losses: { entry: paths.adminActivity, at: '?status=dispute_lost' },
  mails: { entry: paths.adminUsers },
  support: { entry: paths.adminSupport },
  proposal: { entry: paths.adminRequests, at: '?tab=proposals' },
}

/** To the page of the only one, or of the first where no list shows them all; everything else to its list. */
export function placeOf({ kind, count, subject }: Pick<WaitingWire, 'kind' | 'count' | 'subject'>): string {
  const { entry, at } = PLACES[kind]
  if (subject && (count === 1 || !at)) return `${entry}/${subject}`
  return entry + (at ?? '')
}

/** How much waits behind an entry of the menu. */
export function countBehind(entry: string, waiting: readonly WaitingWire[]): number {
  return waiting.reduce((sum, { kind, count }) => (PLACES[kind].entry === entry ? sum + count : sum), 0)
}
