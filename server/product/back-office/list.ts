/** The query of a back-office list, and how its pages are cut. */

import type { ListOrder } from '#domain/search.ts'
import { isSearchable } from '#domain/search.ts'
import type { CsvColumn } from '../../platform/csv.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import type { Language } from '../../platform/texts.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import type { Filters } from './filters.ts'

export type ListQuery = {
  /** The search text; empty for all. */
  search: string
  order: ListOrder
  limit: number
  /** The `next` of the previous page. */
  after: number | null
  filters: Filters
  /** The uid of the administrator who reads it; where nobody is named, what is private of colleagues is not searched. */
  by?: string
  /** Whether it is read for a file, which may hold more of each row than a page. */
  isFile?: boolean
}

export type AdminList<Row> = {
  /** `by` is the uid of the administrator who reads it. */
  read: (sql: Sql, query: ListQuery, by: string) => Promise<Page<Row>>
  /** Columns of the file, by the names of their headings (`csv.json` of either language); amounts in reais. */
  columns: Readonly<Partial<Record<CsvColumn, (row: Row, language: Language) => string>>>
}

/** Rows beyond `after`, in the requested order, one more than a page: for use after `where`. */
export function beyond(sql: Sql, id: Fragment, { order, after }: ListQuery) {
  if (after === null) return sql`true`
  return order === 'newest' ? sql`${id} < ${after}` : sql`${id} > ${after}`
}

export function inOrder(sql: Sql, id: Fragment, { order, limit }: ListQuery) {
  return sql`order by ${id} ${order === 'newest' ? sql`desc` : sql`asc`} limit ${limit + 1}`
}

/**
 * A condition that a text in search form contains every word of the search text, in any order; a text too short to be looked up
 * matches nothing.
 */
export function contains(sql: Sql, text: Fragment, { search }: ListQuery) {
  if (!isSearchable(search)) return sql`false`
  const words = search
    .trim()
    .replace(/[\\%_]/g, '\\$&')
    .split(/\s+/)
  return sql`(${words
    .map((word) => sql`${text} like '%' || private.search_form(${word}) || '%'`)
    .reduce((all, each) => sql`${all} and ${each}`)})`
}

/** The first `limit` rows, and where the next page begins. */
export const page = <Row extends { id: number }>(rows: readonly Row[], { limit }: ListQuery): Page<Row> =>
  pageOf(rows, limit)
