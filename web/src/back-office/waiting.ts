/** What waits for an administrator: read by the first screen and the menu, which share one answer. */
import { queryOptions } from '@tanstack/react-query'
import type { Waiting } from '#domain/waiting.ts'
import type { WaitingWire } from '#server/product/operations/waiting-contract.ts'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'

const EVERY_MS = 15_000

export const waitingQuery = queryOptions({
  queryKey: ['admin', 'waiting'],
  queryFn: async ({ signal }) => (await api('GET /admin/waiting', { signal })).data,
  refetchInterval: EVERY_MS,
})

/** Where each kind is dealt with: an entry of the menu, and its tab there. */
const PLACES: Record<Waiting, { entry: string; tab?: string }> = {
  dispute: { entry: paths.adminActivity },
  stuck: { entry: paths.adminRequests, tab: 'stuck' },
  restoration: { entry: paths.adminLogs, tab: 'ledger' },
  withdrawal: { entry: paths.adminRequests },
  payout: { entry: paths.adminArtists },
  artist_key: { entry: paths.adminArtists },
  refund: { entry: paths.adminRequests, tab: 'refunds' },
  decision: { entry: paths.adminRequests, tab: 'stuck' },
  unmatched: { entry: paths.adminRequests, tab: 'unmatched' },
  write_off: { entry: paths.adminRequests, tab: 'debts' },
  role_change: { entry: paths.adminTeam },
  fault: { entry: paths.adminLogs, tab: 'troubles' },
  gas: { entry: paths.adminLogs, tab: 'troubles' },
  certificate: { entry: paths.adminLogs, tab: 'troubles' },
  refused_webhook: { entry: paths.adminLogs, tab: 'troubles' },
  credentials: { entry: paths.adminLogs, tab: 'troubles' },
  invoice: { entry: paths.adminInvoices },
  difference: { entry: paths.adminLogs, tab: 'ledger' },
  webhook: { entry: paths.adminLogs, tab: 'webhooks' },
  job: { entry: paths.adminLogs, tab: 'jobs' },
  operation: { entry: paths.adminLogs, tab: 'chain' },
  support: { entry: paths.adminSupport },
  proposal: { entry: paths.adminRequests, tab: 'proposals' },
}

/** Where the first has a page of its own, to that; everything else to its list. */
export function placeOf({ kind, subject }: Pick<WaitingWire, 'kind' | 'subject'>): string {
  const { entry, tab } = PLACES[kind]
  if (subject) return `${entry}/${subject}`
  return tab ? `${entry}?tab=${tab}` : entry
}

/** How much waits behind an entry of the menu. */
export function countBehind(entry: string, waiting: readonly WaitingWire[]): number {
  return waiting.reduce((sum, { kind, count }) => (PLACES[kind].entry === entry ? sum + count : sum), 0)
}
