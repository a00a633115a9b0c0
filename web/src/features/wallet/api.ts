import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, download } from '../../lib/api.ts'
import { keys } from '../../lib/query.ts'
import { type StatementFilter, toQuery } from './filter.ts'

const PAGE_SIZE = '30'

export function statementQuery(filter: StatementFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.statement, filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /statement', { query: { ...toQuery(filter), limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export function receiptQuery(id: string) {
  return queryOptions({
    queryKey: keys.receipt(id),
    queryFn: async ({ signal }) =>
      (await api('GET /statement/{movement}', { params: { movement: id }, signal })).data,
  })
}

/** The statement as a file, with the same filter. Throws ApiError. */
export function downloadStatement(filter: StatementFilter): Promise<Blob> {
  return download('GET /statement.csv', { query: toQuery(filter) })
}
