/** One request as a conversation, with what its answer takes: who looks after it, and what the person has. */
import * as v from 'valibot'
import { maskedEmail } from '#domain/artist.ts'
import { SUPPORT_STATUSES, SUPPORT_TEMPLATES } from '#domain/request.ts'
import en from '#i18n/en/support-templates.json' with { type: 'json' }
import pt from '#i18n/pt/support-templates.json' with { type: 'json' }
import { centavos, parseRow, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { telOf } from '../back-office/by-person.ts'
import { turnOf } from '../back-office/payment-turn.ts'
import { balanceOf } from '../ledger/ledger.ts'
import { messageWire, type SupportDetailWire, supportDetailWire } from './contract.ts'
import { filesOf } from './files.ts'
import { heldForWire, tokenOfPersonWire } from './possession-wire.ts'
import { answeredAtOf, describeFirst, firstType } from './row.ts'

/** More than any request gets. */
const MOST_ANSWERS = 200
const NEWEST = 5
const TEMPLATES = { pt, en }

const { user, assignee } = supportDetailWire.entries
const giftRow = v.object({
  ...v.omit(supportDetailWire.entries.gifts.item, ['to']).entries,
  recipient: v.nullable(v.string()),
  email: v.nullable(v.string()),
})
const requestRow = v.object({
  id: v.number(),
  subject: v.string(),
  message: v.string(),
  status: v.picklist(SUPPORT_STATUSES),
  createdAt: v.date(),
  answeredAt: v.nullable(v.date()),
  type: v.nullable(v.string()),
  user,
  assignee,
})
const { files: _, ...said } = messageWire.entries
const answerRow = v.object({ ...said, createdAt: v.date() })
const tokenRow = v.object({
  ...tokenOfPersonWire.entries,
  willExpireAt: v.nullable(v.date()),
  undoneAt: v.nullable(v.date()),
})

/** Null where there is none. */
export async function findSupport(sql: Sql, id: number): Promise<SupportDetailWire | null> {
  const row = parseRow(
    requestRow,
    await sql`
      select support_requests.id, subject, message, status, support_requests.created_at as "createdAt",
        ${answeredAtOf(sql)} as "answeredAt", ${firstType(sql)} as type,
        json_build_object(
          'uid', users.uid, 'fullName', users.full_name, 'nickname', users.nickname, 'email', users.email,
          'photoUrl', users.photo_url, 'tel', ${telOf(sql)}, 'language', users.language
        ) as user,
        case when helper.uid is not null then json_build_object(
          'uid', helper.uid, 'name', coalesce(helper.full_name, helper.nickname, helper.email)
        ) end as assignee
      from support_requests
      join users on users.uid = support_requests.user_id
      left join private.support_threads on request_id = support_requests.id
      left join users helper on helper.uid = assignee
      where support_requests.id = ${id}`,
  )
  if (!row) return null
  const { type, createdAt, answeredAt, ...request } = row
  const [written, has, heldFor, newest, gifts] = await Promise.all([
    readAnswers(sql, id),
    balanceOf(sql, row.user.uid),
    readHeldFor(sql, row.user.uid),
    readTokens(sql, row.user.uid),
    readGifts(sql, row.user.uid),
  ])
  return {
    ...request,
    ...has,
    heldFor,
    createdAt: createdAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    file: describeFirst(type),
    answers: written,
    templates: SUPPORT_TEMPLATES.map((template) => ({
      id: template,
      text: TEMPLATES[row.user.language][template].text,
    })),
    tokens: newest,
    gifts,
  }
}

/** Both sides', in the order in which they were written. */
async function readAnswers(sql: Sql, id: number): Promise<SupportDetailWire['answers']> {
  const [rows, sent] = await Promise.all([writtenIn(sql, id), filesOf(sql, id)])
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    files: sent(row.admin === null ? { reply: row.id } : { answer: row.id }),
  }))
}

async function writtenIn(sql: Sql, id: number): Promise<v.InferOutput<typeof answerRow>[]> {
  return parseRows(
    answerRow,
    await sql`
      select answers.id, coalesce(full_name, nickname, email) as admin, null as sender, message,
        0 as "filesRefused", answers.created_at as "createdAt"
      from private.support_answers answers
      join users on users.uid = admin_id
      where request_id = ${id}
      union all
      select id, null, sender, message, files_refused, created_at from private.support_replies where request_id = ${id}
      order by "createdAt", id
      limit ${MOST_ANSWERS}`,
  )
}

async function readHeldFor(sql: Sql, uid: string): Promise<SupportDetailWire['heldFor']> {
  return parseRows(
    v.object({ ...heldForWire.entries, amount: centavos }),
    await sql`
      select reason, sum(amount)::bigint as amount
      from ledger.open_holds(${uid})
      group by reason
      order by amount desc, reason`,
  )
}

async function readTokens(sql: Sql, uid: string): Promise<SupportDetailWire['tokens']> {
  const rows = parseRows(
    tokenRow,
    await sql`
      select project_name as "projectName", mints.status, mints.amount, status_song <> 'none' as "isPlayed",
        will_expire_at as "willExpireAt",
        coalesce(regretted_at, case when revoked_for is not null then ended_at end) as "undoneAt",
        payments.uid as payment, ${turnOf(sql, sql`payments`)} as turn
      from mints
      join projects on projects.id = mints.project_id
      join payments on payments.id = mints.payment_id
      where mints.user_id = ${uid}
      order by mints.id desc
      limit ${NEWEST}`,
  )
  return rows.map(({ willExpireAt, undoneAt, ...row }) => ({
    ...row,
    willExpireAt: willExpireAt?.toISOString() ?? null,
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
}

async function readGifts(sql: Sql, uid: string): Promise<SupportDetailWire['gifts']> {
  const rows = parseRows(
    giftRow,
    await sql`
      select project_name as "projectName", gifts.status, coalesce(full_name, nickname) as recipient, gifts.email,
        payments.uid as payment
      from private.gifts
      join projects on projects.id = gifts.project_id
      join payments on payments.id = gifts.payment_id
      left join users on users.uid = recipient
      where giver = ${uid} and gifts.status <> 'unpaid'
      order by gifts.id desc
      limit ${NEWEST}`,
  )
  return rows.map(({ recipient, email, ...row }) => ({
    ...row,
    to: recipient ?? (email && maskedEmail(email)),
  }))
}
