/** Background jobs that have used up their attempts. */
import { redact } from '#domain/redact.ts'
import { csvTime } from '../../platform/csv.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import type { FailedJobWire } from './contract.ts'

type Row = Omit<FailedJobWire, 'createdAt' | 'error'> & { createdAt: Date; error: string | null }

export const failedJobs: AdminList<FailedJobWire> = {
  async read(sql, query) {
    const id = sql`id`
    const text = sql`private.search_form(task_identifier)`
    const rows = await sql<Row[]>`
      select id::bigint, task_identifier as task, attempts, last_error as error, created_at as "createdAt"
      from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and ${beyond(sql, id, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map((row) => ({
        ...row,
        error: redact(row.error ?? ''),
        createdAt: row.createdAt.toISOString(),
      })),
      query,
    )
  },
  columns: {
    number: ({ id }) => String(id),
    task: ({ task }) => task,
    attempts: ({ attempts }) => String(attempts),
    error: ({ error }) => error,
    createdAt: ({ createdAt }) => csvTime(createdAt),
  },
}
