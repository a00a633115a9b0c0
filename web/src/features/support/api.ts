import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Written } from '#server/product/support/contract.ts'
import { api } from '../../lib/api.ts'

/** An answer that comes meanwhile appears by itself. */
const NEWS_EVERY_MS = 15_000

/** What the fan has asked support, newest first, page by page. */
export const requestsQuery = infiniteQueryOptions({
  queryKey: ['support-requests'],
  queryFn: ({ pageParam, signal }) =>
    api('GET /support-requests', { query: { limit: 10, after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** One of them, with everything written since. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['support-requests', id],
    queryFn: async ({ signal }) =>
      (await api('GET /support-requests/{id}', { params: { id: Number(id) }, signal })).data,
    refetchInterval: NEWS_EVERY_MS,
  })

/** Adds to a conversation. With the same key it is added once. Throws ApiError. */
export async function reply(id: number, body: Written, idempotencyKey: string): Promise<void> {
  await api('POST /support-requests/{id}/replies', { params: { id }, body, idempotencyKey })
}
