/** Past comparisons of the ledger with the providers. */
import * as v from 'valibot'
import { csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { type AdminList, beyond, inOrder, page } from '../back-office/list.ts'
import { type ReconciliationWire, reconciliationWire } from './contract.ts'

/** How many differences the answer includes; the row holds them all. */
const SHOWN = 50

export const reconciliations: AdminList<ReconciliationWire> = {
  async read(sql, query) {
    const id = sql`id`
    const rows = parseRows(
      v.object({ ...reconciliationWire.entries, madeAt: v.date() }),
      await sql`
        select id, made_at as "madeAt", compared, jsonb_array_length(differences) as found,
          jsonb_path_query_array(differences, ${`$[0 to ${SHOWN - 1}]`}::jsonpath) as differences
        from private.reconciliations
        where ${beyond(sql, id, query)}
          and ${query.search ? sql`differences::text like ${`%${query.search.replace(/[\\%_]/g, '\\$&')}%`}` : sql`true`}
        ${inOrder(sql, id, query)}`,
    )
    return page(
      rows.map((row) => ({ ...row, madeAt: row.madeAt.toISOString() })),
      query,
    )
  },
  columns: {
    madeAt: ({ madeAt }) => csvTime(madeAt),
    compared: ({ compared }) => String(compared),
    differences: ({ found }) => String(found),
    which: ({ differences }) => JSON.stringify(differences),
  },
}
