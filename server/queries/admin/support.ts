/** What people wrote to the support. A file is megabytes, so a list only says what it is. */
import type { AdminSupportWire } from '#domain/wire/admin.ts'
import { csvTime } from '../../csv.ts'
import type { Fragment, Sql } from '../../db/sql.ts'
import { type AdminList, beyond, contains, inOrder, type ListQuery, page } from './list.ts'
import { peopleNamed } from './matches.ts'

type Row = Omit<AdminSupportWire, 'createdAt' | 'file'> & { createdAt: Date; type: string | null }

export const supportRequests: AdminList<AdminSupportWire> = {
  async read(sql, query) {
    const id = sql`support_requests.id`
    const people = query.search ? await peopleNamed(sql, query) : []
    const rows = await sql<Row[]>`
      select support_requests.id, subject, message, support_requests.created_at as "createdAt",
        substring(left(file, 40) from '^data:([a-z/]+);') as type,
        json_build_object(
          'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url, 'tel', tel
        ) as user
      from support_requests
      join users on users.uid = support_requests.user_id
      where ${beyond(sql, id, query)} and ${query.search ? found(sql, query, people) : sql`true`}
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
    número: ({ id }) => String(id),
    assunto: ({ subject }) => subject,
    nome: ({ user }) => user.fullName ?? '',
    'e-mail': ({ user }) => user.email,
    telefone: ({ user }) => user.tel ?? '',
    mensagem: ({ message }) => message,
    arquivo: ({ file }) => file?.type ?? '',
    'aberto em': ({ createdAt }) => csvTime(createdAt),
  },
}

/** The condition that a request, or who sent it, is meant by what was typed. */
function found(sql: Sql, query: ListQuery, people: string[] | null): Fragment {
  const text = contains(sql, sql`private.request_search(subject, message)`, query)
  if (people === null) {
    return sql`(${text} or ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)})`
  }
  const id = sql`own.id`
  return sql`support_requests.id in (
    select id from support_requests where ${text}
    union all
    select rows.id from unnest(${people}::uuid[]) person (uid), lateral (
      select own.id from support_requests own
      where own.user_id = person.uid and ${beyond(sql, id, query)}
      ${inOrder(sql, id, query)}
    ) rows
  )`
}

/** The bytes of the file of one request, and what the table has proved them to be; null where there is none. */
export async function supportFile(sql: Sql, id: number): Promise<{ type: string; bytes: Buffer } | null> {
  const [row] = await sql<{ file: string | null }[]>`select file from support_requests where id = ${id}`
  const [, type, base64] = /^data:([a-z/]+);base64,(.+)$/s.exec(row?.file ?? '') ?? []
  return type && base64 ? { type, bytes: Buffer.from(base64, 'base64') } : null
}
