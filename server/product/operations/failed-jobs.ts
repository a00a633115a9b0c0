/** Background jobs that have used up their attempts, or have failed for half an hour. */
import { redact } from '#domain/redact.ts'
import { csvTime } from '../../platform/csv.ts'
import type { Fragment, Sql, Tx } from '../../platform/db/sql.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, page } from '../back-office/list.ts'
import { subjectsOf } from '../back-office/subjects.ts'
import type { FailedJobWire } from './failures-contract.ts'

/** A provider that is down for half an hour makes a job fail this often. */
export const MANY_ATTEMPTS = 8

/** A condition on `graphile_worker.jobs`: nobody is working at it, and it will not, or hardly, succeed by itself. */
export const hasFailed = (sql: Sql | Tx): Fragment => sql`
  attempts > 0 and attempts >= least(max_attempts, ${MANY_ATTEMPTS}) and locked_at is null`

type Row = Omit<FailedJobWire, 'createdAt' | 'error' | 'about'> & {
  createdAt: Date
  error: string | null
  named: string | null
}

export const failedJobs: AdminList<FailedJobWire> = {
  async read(sql, query) {
    const id = sql`jobs.id`
    const text = sql`private.search_form(task_identifier)`
    const rows = await sql<Row[]>`
      select jobs.id::bigint, task_identifier as task, jobs.attempts, jobs.attempts >= jobs.max_attempts as "isGivenUp",
        jobs.last_error as error, jobs.created_at as "createdAt", ${nameIn(sql)} as named
      from (select * from graphile_worker.jobs where ${hasFailed(sql)}) jobs
      -- The queue's views leave out what a job was given.
      join graphile_worker._private_jobs given on given.id = jobs.id
      where ${within(sql, query.filters, { at: sql`jobs.created_at` })}
        and ${beyond(sql, id, query)} and ${query.search ? contains(sql, text, query) : sql`true`}
      ${inOrder(sql, id, query)}`
    const subjects = await subjectsOf(
      sql,
      rows.flatMap(({ named }) => named ?? []),
    )
    return page(
      rows.map(({ named, ...row }) => ({
        ...row,
        about: (named && subjects.get(named)) || null,
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
    createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
}

/** A text that names whose a job is: the uid of a payment, payout or gift, or a fan. */
const nameIn = (sql: Sql): Fragment => sql`coalesce(
  given.payload ->> 'uid',
  'fan:' || (given.payload ->> 'fan'),
  (select uid::text from payments where id = (given.payload ->> 'paymentId')::bigint),
  (select uid::text from private.gifts where id = (given.payload ->> 'gift')::bigint),
  (select 'fan:' || user_id from notifications where id = (given.payload ->> 'notification')::bigint),
  (
    select payments.uid::text from private.webhook_events join payments on payments.id = payment_id
    where webhook_events.id = given.payload ->> 'eventId'
  ),
  (select 'fan:' || uid from users where email = given.payload ->> 'to' limit 1)
)`
