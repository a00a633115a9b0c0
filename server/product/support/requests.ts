/** Support requests. A file can be megabytes, so a list only describes it. */

import { csvTime } from '../../platform/csv.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { type AdminList, beyond, contains, inOrder, type ListQuery, page } from '../back-office/list.ts'
import { peopleNamed, requestsSaying } from '../back-office/matches.ts'
import type { AdminSupportWire, SupportDetailWire } from './contract.ts'

/** More than any request gets. */
const MOST_ANSWERS = 200

type Row = Omit<AdminSupportWire, 'createdAt' | 'file'> & { createdAt: Date; type: string | null }

export const supportRequests: AdminList<AdminSupportWire> = {
  async read(sql, query) {
    const id = sql`support_requests.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const requests = query.search ? await requestsSaying(sql, query) : []
    const rows = await sql<Row[]>`
      select support_requests.id, subject, message, status, support_requests.created_at as "createdAt",
        substring(left(file, 40) from '^data:([a-z/]+);') as type,
        json_build_object(
          'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url, 'tel', tel
        ) as user
      from support_requests
      join users on users.uid = support_requests.user_id
      where ${beyond(sql, id, query)} and ${query.search ? found(sql, query, { people, requests }) : sql`true`}
      ${inOrder(sql, id, query)}`
    return page(
      rows.map(({ type, ...row }) => ({
        ...row,
        createdAt: row.createdAt.toISOString(),
        file: type && { type, isImage: type.startsWith('image/') },
      })) as AdminSupportWire[],
      query,
    )
  },
  columns: {
    number: ({ id }) => String(id),
    topic: ({ subject }) => subject,
    name: ({ user }) => user.fullName ?? '',
    email: ({ user }) => user.email,
    phone: ({ user }) => user.tel ?? '',
    message: ({ message }) => message,
    status: ({ status }) => status,
    file: ({ file }) => file?.type ?? '',
    openedAt: ({ createdAt }) => csvTime(createdAt),
  },
}

type Meant = { people: string[] | null; requests: number[] | null }

/**
 * The condition that a request, or its sender, matches the search text. A very common text is found faster by walking
 * the list: its first page is full after a few rows.
 */
function found(sql: Sql, query: ListQuery, { people, requests }: Meant): Fragment {
  if (people === null || requests === null) {
    const text = contains(sql, sql`private.request_search(subject, message)`, query)
    return sql`(${text} or ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)})`
  }
  const id = sql`own.id`
  return sql`support_requests.id in (
    select unnest(${requests}::bigint[])
    union all
    select rows.id from unnest(${people}::uuid[]) person (uid), lateral (
      select own.id from support_requests own
      where own.user_id = person.uid and ${beyond(sql, id, query)}
      ${inOrder(sql, id, query)}
    ) rows
  )`
}

/** One request with all of its answers, oldest first; null where there is none. */
export async function findSupport(sql: Sql, id: number): Promise<SupportDetailWire | null> {
  const [row] = await sql<(Omit<SupportDetailWire, 'createdAt' | 'file' | 'answers'> & Omit<Row, 'user'>)[]>`
    select support_requests.id, subject, message, status, support_requests.created_at as "createdAt",
      substring(left(file, 40) from '^data:([a-z/]+);') as type,
      json_build_object(
        'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url,
        'tel', tel, 'language', language
      ) as user
    from support_requests
    join users on users.uid = support_requests.user_id
    where support_requests.id = ${id}`
  if (!row) return null
  const answers = await sql<{ id: number; admin: string; message: string; createdAt: Date }[]>`
    select answers.id, coalesce(full_name, nickname, email) as admin, message, answers.created_at as "createdAt"
    from private.support_answers answers
    join users on users.uid = admin_id
    where request_id = ${id}
    order by answers.id
    limit ${MOST_ANSWERS}`
  const { type, ...request } = row
  return {
    ...request,
    createdAt: row.createdAt.toISOString(),
    file: type === null ? null : { type, isImage: type.startsWith('image/') },
    answers: answers.map((answer) => ({ ...answer, createdAt: answer.createdAt.toISOString() })),
  }
}

/** The bytes of a request's file, and the type the table has verified; null where there is none. */
export async function supportFile(sql: Sql, id: number): Promise<{ type: string; bytes: Buffer } | null> {
  const [row] = await sql<{ file: string | null }[]>`select file from support_requests where id = ${id}`
  const [, type, base64] = /^data:([a-z/]+);base64,(.+)$/s.exec(row?.file ?? '') ?? []
  return type && base64 ? { type, bytes: Buffer.from(base64, 'base64') } : null
}
