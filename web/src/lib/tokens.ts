import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { serverNow } from './clock.ts'
import { keys } from './query.ts'
import { tokenState } from './token-state.ts'

const PAGE_SIZE = 60
/** While an ended token waits for settlement the list is polled, in case realtime is down. */
const SETTLING_MS = 5_000

/** The fan's own tokens, page by page: live ones, then what has ended, each newest first. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: keys.tokens,
  queryFn: ({ pageParam, signal }) =>
    api('GET /user-projects', { query: { limit: PAGE_SIZE, after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
  refetchInterval: (query) => {
    const tokens = query.state.data?.pages.flatMap((page) => page.data) ?? []
    const now = serverNow()
    return tokens.some((token) => tokenState(token, now) === 'settling') ? SETTLING_MS : false
  },
})
