/** The lists of the back office: page by page, and the whole list as a file for spreadsheets. */

import type { Context } from 'hono'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ListOrder } from '#domain/search.ts'
import { BYTE_ORDER_MARK, csvHeading, csvLine } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { csvFile } from '../api/answers.ts'
import type { Page } from '../api/call.ts'
import type { Fan } from '../api/check-account.ts'
import type { ApiEnv } from '../api/fan.ts'
import { type Filters, isNonsense } from './filters.ts'
import type { AdminList, ListQuery } from './list.ts'

const AT_ONCE = 500

type Narrowed = { search: string; sort: ListOrder } & Filters
type Asked = Narrowed & { limit: number; after: number | null }

export const queryOf = ({ search, sort, limit, after, ...filters }: Asked): ListQuery => ({
  search,
  order: sort,
  limit,
  after,
  filters,
})

type Of<Row> = AdminList<Row> | ((params: { uid: string }) => AdminList<Row>)

/** The handlers of a list and of its file, for the calls that `list` created in the contract. */
export function serveList<const Path extends `/${string}`, Row>(
  sql: Sql,
  path: Path,
  of: Of<Row>,
  fileName = path.slice(path.lastIndexOf('/') + 1),
) {
  const listOf = (params: unknown) => (typeof of === 'function' ? of(params as { uid: string }) : of)

  type PageRequest = { fan: Fan; params: unknown; query: Asked }
  async function page({ fan, params, query }: PageRequest): Promise<Result<Page<Row>>> {
    if (isNonsense(query)) return refuse('filter_nonsense')
    return ok(await listOf(params).read(sql, { ...queryOf(query), by: fan.uid }, fan.uid))
  }
  type FileRequest = { c: Context<ApiEnv>; fan: Fan; params: unknown; query: Narrowed }
  function file({ c, fan, params, query }: FileRequest): Response | Result<never> {
    if (isNonsense(query)) return refuse('filter_nonsense')
    const whole = { ...queryOf({ ...query, limit: AT_ONCE, after: null }), by: fan.uid, isFile: true }
    return csvFile(c, fileName, lines(sql, listOf(params), whole, fan))
  }

  return { [`GET ${path}`]: page, [`GET ${path}.csv`]: file } as {
    [Each in `GET ${Path}`]: typeof page
  } & { [Each in `GET ${Path}.csv`]: typeof file }
}

/** Page by page, as fast as the reader takes it: never the whole list in memory. */
async function* lines<Row>(
  sql: Sql,
  { read, columns }: AdminList<Row>,
  query: ListQuery,
  { uid, language }: Fan,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK +
    csvLine(
      Object.keys(columns).map((column) => csvHeading(column, language)),
      language,
    )
  for (let after: number | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { data, next }: Awaited<ReturnType<typeof read>> = await read(sql, { ...query, after }, uid)
    yield data
      .map((row) =>
        csvLine(
          Object.values(columns).map((cell) => cell(row, language)),
          language,
        ),
      )
      .join('')
    after = next === null ? null : Number(next)
  }
}
