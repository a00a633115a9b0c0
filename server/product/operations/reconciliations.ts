/** Past comparisons of the ledger with the providers. */
import * as v from 'valibot'
import { csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { withFacts } from './difference-facts.ts'
import { differenceWire, type ReconciliationWire, reconciliationWire } from './reconciliation-contract.ts'

/** A report as it was recorded. */
const reportRow = v.object({
  ...reconciliationWire.entries,
  madeAt: v.date(),
  comparedUntil: v.nullable(v.date()),
  differences: v.array(v.omit(differenceWire, ['about', 'unbooked', 'settled'])),
})

/** How many differences the answer includes; the row holds them all. */
const SHOWN = 50

export const reconciliations: AdminList<ReconciliationWire> = {
  async read(sql, query) {
    const id = sql`id`
    const rows = parseRows(
      reportRow,
      await sql`
        select id, made_at as "madeAt", compared_until as "comparedUntil", compared, jsonb_array_length(differences) as found,
          jsonb_path_query_array(differences, ${`$[0 to ${SHOWN - 1}]`}::jsonpath) as differences
        from private.reconciliations
        where ${within(sql, query.filters, { at: sql`made_at` })}
          and ${beyond(sql, id, query)}
          and ${query.search ? sql`differences::text like ${`%${query.search.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
        ${inOrder(sql, id, query)}`,
    )
    const facts = await withFacts(
      sql,
      rows.flatMap(({ differences }) => differences),
    )
    const reports = rows.map(({ madeAt, comparedUntil, differences, ...row }) => ({
      ...row,
      madeAt: madeAt.toISOString(),
      comparedUntil: comparedUntil?.toISOString() ?? null,
      differences: facts.splice(0, differences.length),
    }))
    return page(reports, query)
  },
  columns: {
    madeAt: ({ madeAt }, language) => csvTime(madeAt, language),
    compared: ({ compared }) => String(compared),
    differences: ({ found }) => String(found),
    which: ({ differences }) => JSON.stringify(differences),
  },
}
