/** What the chain refused to record. */
import { redact } from '#domain/redact.ts'
import { csvTime } from '../../platform/csv.ts'
import { mayRepeat } from '../../platform/outbox.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import type { FailedOperationWire } from './contract.ts'

type Row = Omit<FailedOperationWire, 'createdAt' | 'failure' | 'mayRetry'> & {
  createdAt: Date
  failure: string | null
}

export const failedOperations: AdminList<FailedOperationWire> = {
  async read(sql, query) {
    const id = sql`id`
    const text = sql`private.search_form(key || ' ' || kind)`
    const rows = await sql<Row[]>`
      select id, key, kind, failure, created_at as "createdAt"
      from chain.operations
      where status = 'failed' and ${beyond(sql, id, query)}
        and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({
        ...row,
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
    requestedAt: ({ createdAt }) => csvTime(createdAt),
  },
}
