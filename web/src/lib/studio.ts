import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

/** How often an open studio is read again: all of its figures are of about the same moment. */
export const STUDIO_AGAIN_MS = 15_000

/** The artist whom the fan's account looks after; null for none. */
export const studioQuery = queryOptions({
  queryKey: ['studio'],
  queryFn: async ({ signal }) => (await api('GET /studio', { signal })).data,
  staleTime: 60_000,
})

/** How their works are shared, and what waits for their agreement. */
export const studioSplitsQuery = queryOptions({
  queryKey: ['studio', 'splits'],
  queryFn: async ({ signal }) => (await api('GET /studio/splits', { signal })).data,
})
