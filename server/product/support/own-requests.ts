/** A person's own requests: their conversations with support, and what they answer there. */
import * as v from 'valibot'
import { SUPPORT_STATUSES } from '#domain/request.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { parseRow, parseRows, parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import {
  type OwnConversationWire,
  type OwnRequestWire,
  ownConversationWire,
  ownRequestWire,
  type Written,
} from './contract.ts'
import { filesOf, sendFiles } from './files.ts'
import { answeredAtOf, describeFirst, firstType, latestOf } from './row.ts'

/** More than any request gets. */
const MOST_ANSWERS = 200

const { file: _, ...asked } = ownRequestWire.entries
const requestRow = v.object({
  ...asked,
  type: v.nullable(v.string()),
  createdAt: v.date(),
  answeredAt: v.nullable(v.date()),
})
const { files: __, ...said } = ownConversationWire.entries.answers.item.entries
const answerRow = v.object({ ...said, createdAt: v.date() })

const select = (sql: Sql) => sql`
  select id, subject, message, status, created_at as "createdAt", ${answeredAtOf(sql)} as "answeredAt", ${firstType(sql)} as type, ${latestOf(sql)} as latest
  from support_requests`

const present = ({ type, ...row }: v.InferOutput<typeof requestRow>): OwnRequestWire => ({
  ...row,
  file: describeFirst(type),
  createdAt: row.createdAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
})

/** Newest first. */
export async function ownRequests(
  sql: Sql,
  fan: string,
  { limit, after }: { limit: number; after: number | null },
): Promise<Page<OwnRequestWire>> {
  const rows = await sql`
    ${select(sql)}
    where user_id = ${fan} and ${after === null ? sql`true` : sql`id < ${after}`}
    order by id desc limit ${limit + 1}`
  return pageOf(parseRows(requestRow, rows).map(present), limit)
}

/** Null where the person has no such request. */
export async function ownConversation(
  sql: Sql,
  fan: string,
  id: number,
): Promise<OwnConversationWire | null> {
  const row = parseRow(requestRow, await sql`${select(sql)} where user_id = ${fan} and id = ${id}`)
  if (!row) return null
  const [answers, sent] = await Promise.all([writtenIn(sql, id), filesOf(sql, id)])
  return {
    ...present(row),
    answers: answers.map((answer) => ({
      ...answer,
      createdAt: answer.createdAt.toISOString(),
      files: sent(answer.by === 'support' ? { answer: answer.id } : { reply: answer.id }),
    })),
  }
}

async function writtenIn(sql: Sql, id: number): Promise<v.InferOutput<typeof answerRow>[]> {
  return parseRows(
    answerRow,
    await sql`
      select id, 'support' as by, message, created_at as "createdAt"
      from private.support_answers where request_id = ${id}
      union all
      select id, 'person', message, created_at from private.support_replies where request_id = ${id}
      order by "createdAt", id
      limit ${MOST_ANSWERS}`,
  )
}

type Told = { status: (typeof SUPPORT_STATUSES)[number] }

/** Adds to the conversation, which waits for support again. The same key with the same text is kept once. */
export function replyToSupport(
  sql: Sql,
  fan: string,
  id: number,
  reply: Written & { key: string | null; requestHash: string },
): Promise<Result<Told>> {
  return transact(sql, async (tx) => {
    const claim = await claimKey(tx, fan, reply.key, reply.requestHash)
    if (claim.kind === 'mismatch') return refuse('key_reused')
    if (claim.kind === 'replay') return ok(claim.answer.body as Told)
    const request = parseRow(
      v.object({ status: v.picklist(SUPPORT_STATUSES) }),
      await tx`select status from support_requests where id = ${id} and user_id = ${fan} for update`,
    )
    if (!request) return refuse('request_not_found')
    const kept = parseSoleRow(
      v.object({ id: rowId }),
      await tx`
        insert into private.support_replies (request_id, message) values (${id}, ${reply.message}) returning id`,
    )
    const sending = { side: 'person', by: fan, files: reply.files } as const
    if (!(await sendFiles(tx, { id, person: fan }, { reply: kept.id }, sending)))
      return refuse('attachment_invalid')
    if (request.status !== 'new') await tx`update support_requests set status = 'new' where id = ${id}`
    const told: Told = { status: 'new' }
    await storeAnswer(tx, fan, reply.key, { status: 200, body: told })
    return ok(told)
  })
}
