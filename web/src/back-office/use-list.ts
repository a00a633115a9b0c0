/** One list of the back office: searched, ordered and paged on the server; what is asked for stays in the address. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { LIST_ORDERS, type ListOrder } from '#domain/wire/admin.ts'
import type { Page } from '#domain/wire/api.ts'
import { useAddressChoice, useAddressSearch } from '../lib/address.ts'
import { api } from '../lib/api.ts'

const PAGE_SIZE = '50'

export type ListState<Row> = {
  typed: string
  type(search: string): void
  order: ListOrder
  sortBy(order: ListOrder): void
  /** The same list as a file, whole. */
  csv: string
  rows: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
}

/** How often a list is read again while something in it is under way. */
const UNDER_WAY_MS = 3_000

/** `path` is below `/api/v1`, such as `/admin/users`; the list is polled for as long as any of its rows is `underWay`. */
export function useList<Row>(
  path: string,
  underWay: (rows: readonly Row[]) => boolean = () => false,
): ListState<Row> {
  const { typed, search, type } = useAddressSearch()
  const [order, sortBy] = useAddressChoice('sort', LIST_ORDERS)
  const filter = new URLSearchParams({ search, sort: order })
  return {
    typed,
    type,
    order,
    sortBy,
    csv: `${path}.csv?${filter}`,
    rows: useInfiniteQuery({
      queryKey: ['admin', path, search, order],
      queryFn: ({ pageParam, signal }) => {
        const query = new URLSearchParams(filter)
        query.set('limit', PAGE_SIZE)
        if (pageParam !== null) query.set('after', pageParam)
        return api<Page<Row>>(`${path}?${query}`, { signal })
      },
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data && underWay(state.data.pages.flatMap((page) => page.data)) ? UNDER_WAY_MS : false,
    }),
  }
}
