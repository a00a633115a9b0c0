/** What the lists of both sides say of a request beyond its own columns. */
import { isPicture } from '#domain/attachment.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { BEGINNING_MAX } from './contract.ts'

/** How the file that a request begins with is described; `type` as `firstType` reads it. */
export const describeFirst = (type: string | null) =>
  type === null ? null : { type, isImage: isPicture(type) }
/** The type that a request's data URL names. */
export const firstType = (sql: Sql) => sql`substring(left(file, 40) from '^data:([a-z/]+);')`

/** When support answered last; null until it has. */
export const answeredAtOf = (sql: Sql) => sql`(
  select max(created_at) from private.support_answers where request_id = support_requests.id
)`

/** What was written last of a request's conversation, by either side. */
export const latestOf = (sql: Sql) => sql`coalesce((
  select said.message from (
    select message, created_at from private.support_answers where request_id = support_requests.id
    union all
    select message, created_at from private.support_replies where request_id = support_requests.id
  ) said
  order by created_at desc limit 1
), support_requests.message)`

/** The same, as much of it as a list shows to somebody who has not opened the request. */
export const latestBeginning = (sql: Sql) => sql`(
  select case when length(words) > ${BEGINNING_MAX} then rtrim(left(words, ${BEGINNING_MAX})) || '…' else words end
  from (select ${latestOf(sql)}) said (words)
)`
