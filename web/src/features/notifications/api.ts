import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { readPush } from '../../lib/push.ts'
import { keys } from '../../lib/query.ts'

/** The header's page size (specification, section 9). */
const PAGE_SIZE = 6

/** Page `page` (from 1) of the fan's notifications, newest first, and the number of unread ones. */
export function notificationsQuery(page: number) {
  return queryOptions({
    queryKey: [...keys.notifications, page],
    queryFn: async ({ signal }) =>
      (await api('GET /notifications', { query: { page, limit: PAGE_SIZE }, signal })).data,
    placeholderData: keepPreviousData,
  })
}

/** Marks everything as read. Throws ApiError. */
export async function markRead(): Promise<void> {
  await api('GET /notifications/mark-read')
}

/** The state of push notifications on this device for the fan. */
export function pushQuery(fan: string) {
  return queryOptions({
    queryKey: [...keys.push, fan],
    queryFn: () => readPush(fan),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
