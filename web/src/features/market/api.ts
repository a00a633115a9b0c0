import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, BidHistoryWire, BidsWire, BidWire, LogWire, Page } from '#domain/wire/api.ts'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { keys } from '../../lib/query.ts'

const PAGE_SIZE = 50
const WINNERS_PAGE_SIZE = 10
const LOG_PAGE_SIZE = 20

function pagePath(path: string, limit: number, after: string | null, more = ''): string {
  return `${path}?limit=${limit}${more}${after === null ? '' : `&after=${encodeURIComponent(after)}`}`
}

/** The bids of a project by rank, then those that ended; every page also says how the auction stands. */
export function bidsQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.bids(uid),
    queryFn: ({ pageParam, signal }) =>
      api<BidsWire>(pagePath(`/projects/bids/${encodeURIComponent(uid)}`, PAGE_SIZE, pageParam), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The bids that won, newest first. */
export function winnersQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.winners(uid),
    queryFn: ({ pageParam, signal }) =>
      api<Page<BidWire>>(
        pagePath(`/projects/bids/${encodeURIComponent(uid)}/winner`, WINNERS_PAGE_SIZE, pageParam),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The newest bids and wins, oldest first, for the chart. */
export function historyQuery(uid: string) {
  return queryOptions({
    queryKey: keys.bidHistory(uid),
    queryFn: async ({ signal }) =>
      (await api<Answer<BidHistoryWire>>(`/projects/bids/${encodeURIComponent(uid)}/history`, { signal }))
        .data,
  })
}

/** Where anyone can read the public record of an auction from its beginning, as it is hashed. */
export function logPage(uid: string): string {
  return `${config().url}/api/v1/projects/${encodeURIComponent(uid)}/log`
}

/** The same record, newest entries first. */
export function logQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.auctionLog(uid),
    queryFn: ({ pageParam, signal }) =>
      api<LogWire>(
        pagePath(`/projects/${encodeURIComponent(uid)}/log`, LOG_PAGE_SIZE, pageParam, '&order=desc'),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
