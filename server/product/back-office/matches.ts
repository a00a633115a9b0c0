/**
 * The people, projects and requests that a search text matches; a list then takes their rows from its own indexes.
 */
import type { Sql } from '../../platform/db/sql.ts'
import { contains, type ListQuery } from './list.ts'

/** Beyond this many matches, walking the list is faster: one row in a few matches. Null says so. */
const MANY = 500

export async function peopleNamed(sql: Sql, query: ListQuery): Promise<string[] | null> {
  const found = await sql<{ uid: string }[]>`
    select uid from users
    where ${contains(sql, sql`private.user_search(full_name, nickname, email)`, query)}
    limit ${MANY + 1}`
  return found.length > MANY ? null : found.map(({ uid }) => uid)
}

export async function projectsNamed(sql: Sql, query: ListQuery): Promise<number[] | null> {
  const found = await sql<{ id: number }[]>`
    select id from projects where ${contains(sql, sql`search`, query)} limit ${MANY + 1}`
  return found.length > MANY ? null : found.map(({ id }) => id)
}

export async function requestsSaying(sql: Sql, query: ListQuery): Promise<number[] | null> {
  const found = await sql<{ id: number }[]>`
    select id from support_requests
    where ${contains(sql, sql`private.request_search(subject, message)`, query)}
    limit ${MANY + 1}`
  return found.length > MANY ? null : found.map(({ id }) => id)
}
