/** One list of the back office, searched, ordered and paged by the server; the filters are kept in the address. */
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
import { type AnyRequest, answerTo, downloadFrom } from '../lib/api.ts'
import { type AddressFilters, type FilterValues, useAddressFilters } from './address-filters.ts'
import { type ListFilters, namesOf } from './filter-panel.tsx'
import { useRememberAddress } from './last-address.ts'

const PAGE_SIZE = 50

export type ListState<Row> = {
  typed: string
  type(search: string): void
  order: ListOrder
  sortBy(order: ListOrder): void
  /** What it may be narrowed to, and what it is narrowed to now. */
  offered: ListFilters
  filters: AddressFilters
  /** Downloads the same list, all of it. */
  save: (onPart: (part: Uint8Array) => void) => Promise<Blob>
  rows: UseInfiniteQueryResult<InfiniteData<Page<Row>>>
}

/** How often a list is polled while something in it is in progress. */
const IN_PROGRESS_POLL_MS = 3_000

/** A call that answers a page of rows. */
type ListCall = {
  [Name in CallName]: AnswerOf<Name> extends { data: readonly unknown[]; next: string | null }
    ? `${Name}.csv` extends CallName
      ? Name
      : Name extends `GET /admin/users/{uid}/${'tokens' | 'bids' | 'payments' | 'notes'}`
        ? Name
        : never
    : never
}[CallName]
/** Every list but a person's own has one; where there is none, no screen offers it. */
type FileCall = Extract<CallName, `${string}.csv`>
type RowOf<Name extends ListCall> = AnswerOf<Name> extends { data: (infer Row)[] } ? Row : never

type ListOptions<Name extends ListCall> = {
  /** The list is polled while this is true of its rows. */
  underWay?: (rows: readonly RowOf<Name>[]) => boolean
  params?: AnyRequest['params']
  offered?: ListFilters
  /** The order that the list begins with; the newest first otherwise. */
  begins?: ListOrder
  /** Filters that this screen always sets, whatever the address says. */
  always?: FilterValues
} & (CallRequest<Name> extends { params: infer Params } ? { params: Params } : { params?: undefined })

const NOTHING: ListFilters = { choices: [] }

export function useList<const Name extends ListCall>(
  name: Name,
  ...[options]: Record<never, never> extends ListOptions<Name>
    ? [options?: ListOptions<Name>]
    : [options: ListOptions<Name>]
): ListState<RowOf<Name>> {
  useRememberAddress()
  const { typed, search, type } = useAddressSearch()
  const {
    begins = 'newest',
    params = {},
    underWay = () => false,
    offered = NOTHING,
    always = {},
  }: Partial<ListOptions<Name>> = options ?? {}
  const [order, sortBy] = useAddressChoice('sort', begins === 'newest' ? LIST_ORDERS : [begins, 'newest'])
  const filters = useAddressFilters(namesOf(offered))
  const filter = { search, sort: order, ...filters.values, ...always }
  return {
    typed,
    type,
    order,
    sortBy,
    offered,
    filters,
    save: (onPart) => downloadFrom(`${name}.csv` as FileCall, { params, query: filter }, onPart),
    rows: useInfiniteQuery({
      queryKey: ['admin', name, params, filter],
      queryFn: ({ pageParam, signal }) =>
        answerTo<Page<RowOf<Name>>>(name, {
          params,
          query: { ...filter, limit: PAGE_SIZE, after: pageParam },
          signal,
        }),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data && underWay(state.data.pages.flatMap((page) => page.data)) ? IN_PROGRESS_POLL_MS : false,
    }),
  }
}
