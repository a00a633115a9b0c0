/** Support requests. A file can be megabytes, so a list only describes it. */

import enOfFans from '#i18n/en/support.json' with { type: 'json' }
import en from '#i18n/en/support-back-office.json' with { type: 'json' }
import ptOfFans from '#i18n/pt/support.json' with { type: 'json' }
import pt from '#i18n/pt/support-back-office.json' with { type: 'json' }
import { csvTime } from '../../platform/csv.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { telOf } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, contains, inOrder, type ListQuery, page } from '../back-office/list.ts'
import { peopleNamed } from '../back-office/matches.ts'
import { type AdminSupportWire, BEGINNING_MAX } from './contract.ts'
import type { OpenedFile } from './files.ts'
import { answeredAtOf, describeFirst, firstType, latestBeginning } from './row.ts'

const SUBJECTS: Record<'pt' | 'en', Record<string, string>> = { pt: ptOfFans.subjects, en: enOfFans.subjects }
const STATUSES = { pt: pt.request.statuses, en: en.request.statuses }

/** The whole message is in the file alone, which is in the audit trail. */
type Listed = AdminSupportWire & { message?: string }
type Row = Omit<Listed, 'createdAt' | 'answeredAt' | 'file'> & {
  createdAt: Date
  answeredAt: Date | null
  type: string | null
}

/** All of them, or those that wait for an answer. */
export const supportRequests = (which: 'all' | 'waiting'): AdminList<Listed> => ({
  async read(sql, query) {
    const id = sql`support_requests.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const requests = query.search ? await requestsSaying(sql, query) : []
    const rows = await sql<Row[]>`
      select support_requests.id, subject, ${query.isFile ? sql`message,` : sql``} status, support_requests.created_at as "createdAt",
        ${answeredAtOf(sql)} as "answeredAt",
        ${firstType(sql)} as type, ${latestBeginning(sql)} as latest, ${assigneeName(sql)} as assignee,
        json_build_object(
          'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url,
          'tel', ${telOf(sql)}
        ) as user
      from support_requests
      join users on users.uid = support_requests.user_id
      where ${beyond(sql, id, query)} and ${which === 'waiting' ? sql`status = 'new'` : sql`true`}
        and ${query.search ? found(sql, query, { people, requests }) : sql`true`}
        and ${narrowed(sql, query, sql`support_requests`)}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map(({ type, ...row }) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        answeredAt: row.answeredAt?.toISOString() ?? null,
        file: describeFirst(type),
      })) as Listed[],
      query,
    )
  },
  columns: {
    number: ({ id }) => String(id),
    topic: ({ subject }, language) => SUBJECTS[language][subject] ?? subject,
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    phone: ({ user }) => user.tel ?? '',
    message: ({ message }) => message ?? '',
    status: ({ status }, language) => STATUSES[language][status],
    file: ({ file }) => file?.type ?? '',
    openedAt: ({ createdAt }, language) => csvTime(createdAt, language),
  },
})

const assigneeName = (sql: Sql) => sql`(
  select coalesce(full_name, nickname, email) from private.support_threads
  join users on users.uid = assignee where request_id = support_requests.id
)`

/** Beyond this many matches, walking the list is faster. */
const MANY = 500

/**
 * By its subject and the beginning of its message, which is what the list shows of a new one: whoever searched the whole could read
 * it piece by piece, without a trace.
 */
const says = (sql: Sql, query: ListQuery): Fragment =>
  contains(sql, sql`private.request_search(subject, left(message, ${BEGINNING_MAX}::integer))`, query)

/** The whole has an index, which also tells the planner how common a text is. */
const saysAnywhere = (sql: Sql, query: ListQuery): Fragment =>
  contains(sql, sql`private.request_search(subject, message)`, query)

/** Those that say it, among the few that say it anywhere. Null where many do. */
async function requestsSaying(sql: Sql, query: ListQuery): Promise<number[] | null> {
  const found = await sql<{ id: number; isShown: boolean }[]>`
    with saying as materialized (
      select id, subject, message from support_requests where ${saysAnywhere(sql, query)} limit ${MANY + 1}
    )
    select id, ${says(sql, query)} as "isShown" from saying`
  return found.length > MANY ? null : found.flatMap(({ id, isShown }) => (isShown ? id : []))
}

type Meant = { people: string[] | null; requests: number[] | null }

/**
 * The condition that a request, or its sender, matches the search text. A very common text is found faster by walking
 * the list: its first page is full after a few rows.
 */
function found(sql: Sql, query: ListQuery, { people, requests }: Meant): Fragment {
  if (people === null || requests === null) {
    const isNamed = contains(sql, sql`private.user_search(full_name, nickname, email)`, query)
    // Of what is in `coalesce` the planner expects half.
    return sql`((${saysAnywhere(sql, query)} or ${isNamed}) and coalesce(${says(sql, query)} or ${isNamed}, false))`
  }
  const id = sql`own.id`
  return sql`support_requests.id in (
    select unnest(${requests}::bigint[])
    union all
    select rows.id from unnest(${people}::uuid[]) person (uid), lateral (
      select own.id from support_requests own
      where own.user_id = person.uid and ${beyond(sql, id, query)} and ${narrowed(sql, query, sql`own`)}
      ${inOrder(sql, id, query)}
    ) rows
  )`
}

const narrowed = (sql: Sql, { filters }: ListQuery, row: Fragment): Fragment =>
  within(sql, filters, {
    status: sql`${row}.status`,
    at: sql`${row}.created_at`,
    person: sql`${row}.user_id`,
  })

/** The file that a request began with, of the type that the table has verified; null where there is none, or not `person`'s. */
export async function supportFile(
  sql: Sql,
  { id, person }: { id: number; person?: string },
): Promise<OpenedFile | null> {
  const [row] = await sql<{ file: string | null }[]>`
    select file from support_requests
    where id = ${id} and ${person === undefined ? sql`true` : sql`user_id = ${person}`}`
  const [, type, base64] = /^data:([a-z/]+);base64,(.+)$/s.exec(row?.file ?? '') ?? []
  if (!type || !base64) return null
  return { name: `${id}.${type.replace(/^.*\//, '')}`, type, bytes: Buffer.from(base64, 'base64') }
}
