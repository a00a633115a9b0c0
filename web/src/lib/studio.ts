import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

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
