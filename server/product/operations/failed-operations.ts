/** What the chain refused to record. */
import { redact } from '#domain/redact.ts'
import { mayRepeat } from '../../platform/chain-operations.ts'
import { csvTime } from '../../platform/csv.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { subjectsOf } from '../back-office/subjects.ts'
import { isOpenIncident } from './close-incident.ts'
import type { FailedOperationWire } from './failures-contract.ts'

type Row = Omit<FailedOperationWire, 'createdAt' | 'failure' | 'mayRetry' | 'about'> & {
  createdAt: Date
  failure: string | null
  /** A text that names whose it is. */
  named: string
}

export const failedOperations: AdminList<FailedOperationWire> = {
  async read(sql, query) {
    const id = sql`id`
    const text = sql`private.search_form(key || ' ' || kind)`
    const rows = await sql<Row[]>`
      select id, key, kind, failure,
        coalesce(payload ->> 'reference', 'project:' || (payload ->> 'projectUid'), 'wallet:' || (payload ->> 'wallet'), key) as named,
        created_at as "createdAt"
      from chain.operations
      where status = 'failed' and ${isOpenIncident(sql, 'operation', sql`operations.key`)}
        and ${within(sql, query.filters, { at: sql`created_at` })} and ${beyond(sql, id, query)}
        and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, id, query)}`
    const subjects = await subjectsOf(
      sql,
      rows.map(({ named }) => named),
    )
    return page(
      rows.map(({ named, ...row }) => ({
        ...row,
        about: subjects.get(named) ?? null,
        failure: redact(row.failure ?? ''),
        mayRetry: mayRepeat(row.kind),
        createdAt: row.createdAt.toISOString(),
      })),
      query,
    )
  },
  columns: {
    number: ({ id }) => String(id),
    operation: ({ kind }) => kind,
    key: ({ key }) => key,
    failure: ({ failure }) => failure,
    requestedAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}
