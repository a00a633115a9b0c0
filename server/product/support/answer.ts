/** Answers support requests by mail, keeping each answer, and closes them. */
import { SUPPORT_TRANSITIONS, type SupportStatus } from '#domain/request.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import { mayBecome } from '#domain/transitions.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { claimKey, storeAnswer } from '../../platform/idempotency.ts'
import { enqueueMail } from '../../platform/outbox.ts'

type Row = { status: SupportStatus; email: string; language: 'pt' | 'en'; subject: string; message: string }
type Told = { status: SupportStatus }

/** The same key with the same text mails once. A closed request is reopened by its next answer. */
export function answerSupport(
  sql: Sql,
  id: number,
  answer: { message: string; key: string | null; requestHash: string },
  by: Administrator,
): Promise<Result<Told>> {
  return transact(sql, async (tx) => {
    const claim = await claimKey(tx, by.uid, answer.key, answer.requestHash)
    if (claim.kind === 'mismatch') return refuse('key_reused')
    if (claim.kind === 'replay') return ok(claim.answer.body as Told)
    const row = await lockRequest(tx, id)
    if (!row) return refuse('record_not_found')
    const { message } = answer
    const [kept] = await tx<{ id: number }[]>`
      insert into private.support_answers (request_id, admin_id, message)
      values (${id}, ${by.uid}, ${message}) returning id`
    if (row.status !== 'answered') await tx`update support_requests set status = 'answered' where id = ${id}`
    await audit(tx, by, {
      action: 'support.answer',
      subject: String(id),
      before: { status: row.status },
      after: { status: 'answered', answer: kept?.id },
    })
    await enqueueMail(tx, {
      to: row.email,
      language: row.language,
      template: 'support_answered',
      data: { message, subject: row.subject, question: row.message },
    })
    const told: Told = { status: 'answered' }
    await storeAnswer(tx, by.uid, answer.key, { status: 200, body: told })
    return ok(told)
  })
}

/** Closing a closed request changes nothing. */
export function closeSupport(sql: Sql, id: number, by: Administrator): Promise<Result<Told>> {
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

async function lockRequest(tx: Tx, id: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select status, email, language, subject, message
    from support_requests
    join users on users.uid = support_requests.user_id
    where support_requests.id = ${id}
    for update of support_requests`
  return row
}
