/** How much more is in the account of each fault than should be, in centavos; 0 where a fault is in no account. */
import * as v from 'valibot'
import { accountOf, FAULTS } from '#domain/trouble.ts'
import { centavos, parseRows } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'

/** In the order of `faults`, as it stands now. */
export async function offBy(
  sql: Sql | Tx,
  faults: readonly { name: string; detail: string }[],
): Promise<number[]> {
  const asked = faults.map(({ name, detail }) => ({
    code: accountOf(name, detail),
    by_lines: FAULTS[name]?.name === 'balance',
  }))
  const rows = parseRows(
    v.object({ off: centavos }),
    await sql`
      select coalesce(
        balance - case when by_lines then ledger.sum_of_lines(accounts.id) else ledger.expected(accounts.code) end, 0
      )::bigint as off
      from rows from (jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as (code text, by_lines boolean))
        with ordinality asked (code, by_lines, place)
      left join ledger.accounts on accounts.code = asked.code
      order by place`,
  )
  return rows.map(({ off }) => off)
}
