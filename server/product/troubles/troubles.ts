/** What was found amiss at the last look, what it is about, and what has become of it. */
import * as v from 'valibot'
import { accountOf, FAULTS } from '#domain/trouble.ts'
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import { decisionIn } from '../approvals/decisions.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { type TroubleWire, troubleWire } from './contract.ts'
import { keyOf, subjectsOfFaults } from './fault-subjects.ts'

const troubleRow = v.object({
  ...v.omit(troubleWire, ['about', 'account', 'settled']).entries,
  foundAt: v.date(),
  note: v.nullable(v.string()),
  by: v.nullable(v.string()),
  settledAt: v.nullable(v.date()),
})

export const troubles: AdminList<TroubleWire> = {
  async read(sql, query) {
    const id = sql`troubles.id`
    const { flow } = query.filters
    const text = sql`private.search_form(name || ' ' || detail)`
    const rows = parseRows(
      troubleRow,
      await sql`
        select troubles.id, troubles.uid, kind, name, detail, off_by as "offBy", found_at as "foundAt",
          note, coalesce(full_name, nickname, email) as by, settled_at as "settledAt",
          ${decisionIn(sql, sql`troubles.uid`, 'waiting')} as decision
        from private.troubles left join users on users.uid = settled_by
        where gone_at is null and ${beyond(sql, id, query)}
          and ${query.search ? contains(sql, text, query) : sql`true`}
          and ${flow != null ? sql`kind = ${flow}` : sql`true`}
        ${inOrder(sql, id, query)}`,
    )
    const subjects = await subjectsOfFaults(sql, rows)
    return page(
      rows.map(({ note, by, settledAt, ...row }) => ({
        ...row,
        name: FAULTS[row.name]?.name ?? row.name,
        account: row.kind === 'fault' ? accountOf(row.name, row.detail) : null,
        about: subjects.get(keyOf(row)) ?? null,
        foundAt: row.foundAt.toISOString(),
        settled: note && by && settledAt ? { note, by, at: settledAt.toISOString() } : null,
      })),
      query,
    )
  },
  columns: {
    kind: ({ kind }) => kind,
    which: ({ name, detail }) => `${name}: ${detail}`,
    amount: ({ offBy }, language) => csvAmount(offBy, language),
    when: ({ foundAt }, language) => csvTime(foundAt, language),
    outcome: ({ settled }) => settled?.note ?? '',
  },
}
