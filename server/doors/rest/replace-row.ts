/** PUT /{table}?key=eq.1: one row, inserted or replaced as a whole. */
import { buildFilters } from './build-filter.ts'
import type { Write } from './build-write.ts'
import { RestError } from './errors.ts'
import { rootOf } from './parse-query.ts'
import type { Outcome } from './run.ts'

/** What the row must fulfil: its key is what the address says. Throws PGRST105 and PGRST114. */
export function replacementConditions({ statement, table, query }: Write): string[] {
  const asked = rootOf(query)
  if (asked.limit !== null || asked.offset > 0) {
    throw new RestError('PGRST114', 'limit/offset querystring parameters are not allowed for PUT')
  }
  const named = asked.filters.flatMap((node) =>
    node.kind === 'condition' &&
    node.operator === 'eq' &&
    !node.negated &&
    !node.quantifier &&
    node.path.length === 0
      ? node.column
      : [],
  )
  const isKey =
    table.primaryKey.length > 0 &&
    named.length === asked.filters.length &&
    new Set(named).size === table.primaryKey.length &&
    table.primaryKey.every((column) => named.includes(column))
  if (!isKey) {
    throw new RestError(
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    )
  }
  return buildFilters({ statement, table, alias: 'pgrst_body' }, asked.filters)
}

/** Throws PGRST115 unless exactly one row was written. */
export function checkReplacement({ count }: Outcome): void {
  if (count === 1) return
  throw new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)')
}
