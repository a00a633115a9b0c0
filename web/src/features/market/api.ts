import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { QueueWire } from '#server/product/market/contract.ts'
import { api } from '../../lib/api.ts'
import { config } from '../../lib/config.ts'
import { keys } from '../../lib/query.ts'

const PAGE_SIZE = 50
const WINNERS_PAGE_SIZE = 10
const LOG_PAGE_SIZE = 20

/** The bids of a project by rank, then those that ended; every page also carries the state of the auction. */
export function bidsQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.bids(uid),
    queryFn: ({ pageParam, signal }) =>
      api('GET /projects/bids/{uid}', {
        params: { uid },
        query: { limit: PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The winning bids, newest first. */
export function winnersQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.winners(uid),
    queryFn: ({ pageParam, signal }) =>
      api('GET /projects/bids/{uid}/winner', {
        params: { uid },
        query: { limit: WINNERS_PAGE_SIZE, after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The newest bids and wins, oldest first, for the chart. */
export function historyQuery(uid: string) {
  return queryOptions({
    queryKey: keys.bidHistory(uid),
    queryFn: async ({ signal }) =>
      (await api('GET /projects/bids/{uid}/history', { params: { uid }, signal })).data,
  })
}

/** Where anyone can read the public record of an auction from its beginning, in the form that is hashed. */
export function logPage(uid: string): string {
  return `${config().url}/api/v1/projects/${encodeURIComponent(uid)}/log`
}

/** The same record, newest entries first. */
export function logQuery(uid: string) {
  return infiniteQueryOptions({
    queryKey: keys.auctionLog(uid),
    queryFn: ({ pageParam, signal }) =>
      api('GET /projects/{uid}/log', {
        params: { uid },
        query: { limit: LOG_PAGE_SIZE, order: 'desc', after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** The waiting room, and after the opening the fan's number. */
export function queueQuery(uid: string) {
  return queryOptions({
    queryKey: ['queue', uid],
    queryFn: async ({ signal }) => (await api('GET /projects/{uid}/queue', { params: { uid }, signal })).data,
  })
}

/** Throws ApiError. */
export async function enterQueue(uid: string): Promise<QueueWire> {
  return (await api('POST /projects/{uid}/queue', { params: { uid } })).data
}
