import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'

/** The gifts that the fan has given, newest first, page by page. */
export const giftsQuery = infiniteQueryOptions({
  queryKey: keys.gifts,
  queryFn: ({ pageParam, signal }) => api('GET /gifts', { query: { limit: 20, after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
})

/** What the link with this secret offers. */
export const offeredQuery = (code: string) =>
  queryOptions({
    queryKey: ['offered-gift', code],
    queryFn: async ({ signal }) => (await api('POST /gifts/offered', { body: { code }, signal })).data,
  })

/** Accepts a gift. Repeating it gets the same answer. Throws ApiError. */
export async function acceptGift(code: string): Promise<void> {
  await api('POST /gifts/accept', { body: { code } })
}

/** A new link to a gift; the former one is dead. Throws ApiError. */
export async function newLink(uid: string): Promise<string> {
  return (await api('POST /gifts/{uid}/link', { params: { uid } })).data.link
}

/** Throws ApiError. */
export async function mailAgain(uid: string): Promise<void> {
  await api('POST /gifts/{uid}/mail', { params: { uid } })
}

/** Ends a gift that nobody has accepted. Throws ApiError. */
export async function takeBack(uid: string): Promise<void> {
  await api('POST /gifts/{uid}/take-back', { params: { uid } })
}

/** Undoes the purchase of an accepted gift that was never played. Throws ApiError. */
export async function undo(token: string): Promise<void> {
  await api('POST /regret', { body: { UID: token } })
}
