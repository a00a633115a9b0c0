import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isStanding } from '#domain/bid.ts'
import type { ProjectSort } from '#domain/search.ts'
import type { SampleWire } from '#server/product/access/contract.ts'
import { api, type Sending } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

/** The sample that anyone signed in may watch. Its video URL is signed and short-lived. */
export async function readSample(options: Sending = {}): Promise<SampleWire> {
  return (await api('GET /sample', options)).data
}

export const sampleQuery = queryOptions({
  queryKey: keys.sample,
  queryFn: ({ signal }) => readSample({ signal }),
})

const PAGE_SIZE = 24

export type ProjectFilter = { search: string; sort: ProjectSort }

/** The list before a search or another order is chosen. */
export const FIRST_PROJECTS: ProjectFilter = { search: '', sort: 'newest' }

/** The projects that can be bought or bid for, page by page. While a search is loading, the previous results stay. */
export function projectsQuery(filter: ProjectFilter) {
  return infiniteQueryOptions({
    queryKey: keys.projectList(filter),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...filter, after: pageParam }
      return api('GET /projects', { query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

/** Others can outbid a bid, and units are resold to others, without any of the fan's own rows changing. */
const STANDING_REFRESH_MS = 15_000

/** The fan's own bids, newest first, page by page; polled while any of them competes. */
export const userBidsQuery = infiniteQueryOptions({
  queryKey: keys.userBids,
  queryFn: ({ pageParam, signal }) => api('GET /user-bids', { query: { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.data.some(({ status }) => isStanding(status)))
      ? STANDING_REFRESH_MS
      : false,
})
