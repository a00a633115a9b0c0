/** Answers support requests by mail, keeping each answer, and closes them. */
import * as v from 'valibot'
import { SUPPORT_TRANSITIONS, type SupportStatus } from '#domain/request.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseSoleRow, rowId } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { enqueueMail } from '../outbox.ts'
import type { Written } from './contract.ts'
import { filesOf, sendFiles } from './files.ts'
import { replyAddress } from './reply-address.ts'

type Row = {
  status: SupportStatus
  person: string
  email: string
  language: 'pt' | 'en'
  subject: string
  message: string
}
type Told = { status: SupportStatus }

/** The same key with the same text mails once. `seen`: what its writer has read before; a colleague's newer answer comes first. A closed request is reopened by its next answer. */
export function answerSupport(
  { sql, env }: Pick<ServerContext, 'sql' | 'env'>,
  id: number,
  answer: Written & { seen: number | null; key: string | null; requestHash: string },
  by: Actor,
): Promise<Result<Told>> {
  return transact(sql, async (tx) => {
    const claim = await claimKey(tx, by.uid, answer.key, answer.requestHash)
    if (claim.kind === 'mismatch') return refuse('key_reused')
    if (claim.kind === 'replay') return ok(claim.answer.body as Told)
    const row = await lockRequest(tx, id)
    if (!row) return refuse('record_not_found')
    const { message, seen } = answer
    if (seen !== null) {
      const [newer] = await tx`
        select from private.support_answers
        where request_id = ${id} and id > ${seen} and admin_id <> ${by.uid} limit 1`
      if (newer) return refuse('answered_meanwhile')
    }
    const kept = parseSoleRow(
      v.object({ id: rowId }),
      await tx`
        insert into private.support_answers (request_id, admin_id, message)
        values (${id}, ${by.uid}, ${message}) returning id`,
    )
    const sending = { side: 'support', by: by.uid, files: answer.files } as const
    if (!(await sendFiles(tx, { id, person: row.person }, { answer: kept.id }, sending)))
      return refuse('attachment_invalid')
    if (row.status !== 'answered') await tx`update support_requests set status = 'answered' where id = ${id}`
    await audit(tx, by, {
      action: 'support.answer',
      subject: String(id),
      before: { status: row.status },
      after: { status: 'answered', answer: kept.id },
    })
    // The bell alone: the mail is the answer itself.
    await tx`
      insert into notifications (user_id, kind, data)
      values (${row.person}, 'support_replied', ${tx.json({ request: String(id) })})`
    const token = await threadOf(tx, id)
    // Whoever answers first looks after it.
    await tx`update private.support_threads set assignee = ${by.uid} where token = ${token} and assignee is null`
    const replyTo = replyAddress(env, token)
    const attached = (await filesOf(tx, id))({ answer: kept.id }).map(({ name }) => name)
    await enqueueMail(tx, {
      to: row.email,
      language: row.language,
      template: 'support_answered',
      data: {
        message,
        subject: row.subject,
        question: row.message,
        request: String(id),
        ...(attached.length > 0 && { attached: attached.join(', ') }),
        ...(replyTo && { replyTo }),
      },
    })
    const told: Told = { status: 'answered' }
    await storeAnswer(tx, by.uid, answer.key, { status: 200, body: told })
    return ok(told)
  })
}

/** Closing a closed request changes nothing. */
export function closeSupport(sql: Sql, id: number, by: Actor): Promise<Result<Told>> {
  return transact(sql, async (tx) => {
    const row = await lockRequest(tx, id)
    if (!row) return refuse('record_not_found')
    if (!mayBecome(SUPPORT_TRANSITIONS, row.status, 'closed')) return ok({ status: row.status })
    await tx`update support_requests set status = 'closed' where id = ${id}`
    await audit(tx, by, {
      action: 'support.close',
      subject: String(id),
      before: { status: row.status },
      after: { status: 'closed' },
    })
    return ok({ status: 'closed' })
  })
}

/** Takes the request over, or hands it back. The audit trail says from whom. */
export function assignSupport(
  sql: Sql,
  id: number,
  isMine: boolean,
  by: Actor,
): Promise<Result<{ assigned: boolean }>> {
  return transact(sql, async (tx) => {
    if (!(await lockRequest(tx, id))) return refuse('record_not_found')
    const token = await threadOf(tx, id)
    const thread = parseSoleRow(
      v.object({ assignee: v.nullable(v.string()) }),
      await tx`select assignee from private.support_threads where token = ${token}`,
    )
    const assignee = isMine ? by.uid : null
    if (thread.assignee === assignee) return ok({ assigned: isMine })
    await tx`update private.support_threads set assignee = ${assignee} where token = ${token}`
    await audit(tx, by, {
      action: isMine ? 'support.take' : 'support.leave',
      subject: String(id),
      before: thread,
      after: { assignee },
    })
    return ok({ assigned: isMine })
  })
}

/** The token of the request's conversation, which begins here if it has not yet. */
async function threadOf(tx: Tx, id: number): Promise<string> {
  await tx`insert into private.support_threads (request_id) values (${id}) on conflict do nothing`
  const { token } = parseSoleRow(
    v.object({ token: v.string() }),
    await tx`select token from private.support_threads where request_id = ${id}`,
  )
  return token
}

async function lockRequest(tx: Tx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select status, users.uid as person, email, language, subject, message
    from support_requests
    join users on users.uid = support_requests.user_id
    where support_requests.id = ${id}
    for update of support_requests`
  return row
}
