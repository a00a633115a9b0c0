/** GET /admin/{list}?search&sort&after&limit, and the same list whole as GET /admin/{list}.csv. */
import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { LIST_ORDERS } from '#domain/wire/admin.ts'
import { BYTE_ORDER_MARK, csvHeading, csvLine } from '../../platform/csv.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readPage } from '../api/input.ts'
import type { AdminList, ListQuery } from './list.ts'

const AT_ONCE = 500

const filter = v.object({
  search: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(120)), ''),
  sort: v.optional(v.picklist(LIST_ORDERS), 'newest'),
})

function readFilter(c: Context): Pick<ListQuery, 'search' | 'order'> | null {
  const given = v.safeParse(filter, c.req.query())
  return given.success ? { search: given.output.search, order: given.output.sort } : null
}

/** What a page of a list is asked for by; null when something does not fit. */
export function readOrderedPage(c: Context): ListQuery | null {
  const page = readPage(c)
  const narrowed = readFilter(c)
  return page && narrowed && { ...page, ...narrowed }
}

/** Puts a list and its file on the door. */
export type AddList = <Row>(name: string, of: AdminList<Row>) => void

export function getList<Row>(ctx: ApiContext, list: AdminList<Row>): Handler<ApiEnv> {
  return async (c) => {
    const query = readOrderedPage(c)
    return query ? c.json(await list.read(ctx.sql, query)) : refusal(c, 'malformed')
  }
}

export function getCsv<Row>(ctx: ApiContext, list: AdminList<Row>, name: string): Handler<ApiEnv> {
  return (c) => {
    const narrowed = readFilter(c)
    if (!narrowed) return refusal(c, 'malformed')
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', `attachment; filename="${name}.csv"`)
    return c.body(
      ReadableStream.from(lines(ctx.sql, list, narrowed, c.get('fan').language)).pipeThrough(
        new TextEncoderStream(),
      ),
    )
  }
}

/** Page after page, as fast as it is taken: never the whole list in memory. */
async function* lines<Row>(
  sql: Sql,
  { read, columns }: AdminList<Row>,
  narrowed: Pick<ListQuery, 'search' | 'order'>,
  language: Language,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(Object.keys(columns).map((column) => csvHeading(column, language)))
  for (let after: number | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const { data, next }: Awaited<ReturnType<typeof read>> = await read(sql, {
      ...narrowed,
      limit: AT_ONCE,
      after,
    })
    yield data.map((row) => csvLine(Object.values(columns).map((cell) => cell(row, language)))).join('')
    after = next === null ? null : Number(next)
  }
}
