/** One list of the back office: searched, ordered and paged on the server; what is asked for stays in the address. */
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { LIST_ORDERS, type ListOrder } from '#domain/search.ts'
import type { Page } from '#server/product/api/call.ts'
import type { AnswerOf, CallName, CallRequest } from '#server/product/calls.ts'
import { useAddressChoice, useAddressSearch } from '../lib/address.ts'
import { api, download } from '../lib/api.ts'

const PAGE_SIZE = 50

export type ListState<Row> = {
  typed: string
  type(search: string): void
  order: ListOrder
  sortBy(order: ListOrder): void
  /** The same list as a file, whole. */
  save: (onPart: (part: Uint8Array) => void) => Promise<Blob>
  rows: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
}

/** How often a list is read again while something in it is under way. */
const UNDER_WAY_MS = 3_000

/** A call that is answered with a page of rows. */
type ListCall = {
  [Name in CallName]: AnswerOf<Name> extends { data: readonly unknown[]; next: string | null }
    ? `${Name}.csv` extends CallName
      ? Name
      : Name extends `GET /admin/users/{uid}/${'tokens' | 'bids' | 'payments' | 'notes'}`
        ? Name
        : never
    : never
}[CallName]
type RowOf<Name extends ListCall> = AnswerOf<Name> extends { data: (infer Row)[] } ? Row : never

type ListOptions<Name extends ListCall> = {
  /** The list is polled for as long as any of its rows is. */
  underWay?: (rows: readonly RowOf<Name>[]) => boolean
} & (CallRequest<Name> extends { params: infer Params } ? { params: Params } : { params?: undefined })

export function useList<const Name extends ListCall>(
  name: Name,
  ...[options]: Record<never, never> extends ListOptions<Name>
    ? [options?: ListOptions<Name>]
    : [options: ListOptions<Name>]
): ListState<RowOf<Name>> {
  const { typed, search, type } = useAddressSearch()
  const [order, sortBy] = useAddressChoice('sort', LIST_ORDERS)
  const { params, underWay = () => false }: Partial<ListOptions<Name>> = options ?? {}
  const filter = { search, sort: order }
  // Whatever the name is, what is said belongs to it.
  const saveFile = download as unknown as (
    name: string,
    said: object,
    onPart: (part: Uint8Array) => void,
  ) => Promise<Blob>
  const ask = api as unknown as (name: Name, said: object) => Promise<Page<RowOf<Name>>>
  return {
    typed,
    type,
    order,
    sortBy,
    save: (onPart) => saveFile(`${name}.csv`, { params, query: filter }, onPart),
    rows: useInfiniteQuery({
      queryKey: ['admin', name, params, search, order],
      queryFn: ({ pageParam, signal }) =>
        ask(name, { params, query: { ...filter, limit: PAGE_SIZE, after: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data && underWay(state.data.pages.flatMap((page) => page.data)) ? UNDER_WAY_MS : false,
    }),
  }
}
