import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isStanding } from '#domain/bid.ts'
import type { Answer, Page, ProjectWire, SampleWire, UserBidsWire } from '#domain/wire/api.ts'
import { type ApiOptions, api } from '../../../lib/api.ts'
import { keys } from '../../../lib/query.ts'

/** The project that anyone signed in may watch. Its video address is signed and short-lived. */
export async function readSample(options: ApiOptions = {}): Promise<SampleWire> {
  return (await api<Answer<SampleWire>>('/sample', options)).data
}

export const sampleQuery = queryOptions({
  queryKey: keys.sample,
  queryFn: ({ signal }) => readSample({ signal }),
})

const PAGE_SIZE = 24

export const PROJECT_SORTS = ['newest', 'ending', 'price'] as const
export type ProjectFilter = { search: string; sort: (typeof PROJECT_SORTS)[number] }

/** What is listed before anybody chooses. */
export const FIRST_PROJECTS: ProjectFilter = { search: '', sort: 'newest' }

/** The projects that can be bought or bid for, page by page. While a search is under way the previous results stay. */
export function projectsQuery(filter: ProjectFilter) {
  return infiniteQueryOptions({
    queryKey: keys.projectList(filter),
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ limit: String(PAGE_SIZE), ...filter })
      if (pageParam !== null) query.set('after', pageParam)
      return api<Page<ProjectWire>>(`/projects?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  })
}

/** Others pass a bid, and units are resold to others, without a row of one's own changing. */
const STANDING_REFRESH_MS = 15_000

/** The fan's own bids, newest first, page by page; asked for again while any of them competes. */
export const userBidsQuery = infiniteQueryOptions({
  queryKey: keys.userBids,
  queryFn: ({ pageParam, signal }) => {
    const after = pageParam === null ? '' : `?after=${encodeURIComponent(pageParam)}`
    return api<UserBidsWire>(`/user-bids${after}`, { signal })
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: ({ state }) =>
    state.data?.pages.some((page) => page.data.some(({ status }) => isStanding(status)))
      ? STANDING_REFRESH_MS
      : false,
})
