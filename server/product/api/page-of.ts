import type { Page } from './call.ts'

/** The first `limit` of rows that were read with one more, and where the next page begins. */
export function pageOf<Row extends { id: number }>(rows: readonly Row[], limit: number): Page<Row> {
  const data = rows.slice(0, limit)
  const last = data.at(-1)
  return { data, next: rows.length > limit && last ? String(last.id) : null }
}
