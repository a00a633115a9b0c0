import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Answer, ReceiptWire, StatementWire } from '#domain/wire/api.ts'
import { api, download } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'
import { type StatementFilter, toQuery } from './filter.ts'

const PAGE_SIZE = '30'

export function statementQuery(filter: StatementFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.statement, filter],
    queryFn: ({ pageParam, signal }) => {
      const query = toQuery(filter)
      query.set('limit', PAGE_SIZE)
      if (pageParam !== null) query.set('cursor', pageParam)
      return api<StatementWire>(`/statement?${query}`, { signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: keys.receipt(id),
    queryFn: async ({ signal }) =>
      (await api<Answer<ReceiptWire>>(`/statement/${encodeURIComponent(id)}`, { signal })).data,
  })
}

/** The statement as a file, narrowed in the same way. Throws ApiError. */
export function downloadStatement(filter: StatementFilter): Promise<Blob> {
  return download(`/statement.csv?${toQuery(filter)}`)
}
