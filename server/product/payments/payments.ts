/** Every payment. */
import * as v from 'valibot'
import { statusName } from '#domain/payment.ts'
import officeEn from '#i18n/en/back-office.json' with { type: 'json' }
import en from '#i18n/en/payments-back-office.json' with { type: 'json' }
import officePt from '#i18n/pt/back-office.json' with { type: 'json' }
import pt from '#i18n/pt/payments-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { type AdminList, type ListQuery, page } from '../back-office/list.ts'
import { isCancelledOf, isUndoneOf, turnOf } from '../back-office/payment-turn.ts'
import { findPayments, sorted } from './find-payments.ts'
import { type AdminPaymentWire, adminPaymentWire } from './wire.ts'

const WORDS = { pt: pt.activity, en: en.activity }
const METHODS = { pt: pt.payment.methods, en: en.payment.methods }
const TURNS = { pt: officePt.turns, en: officeEn.turns }

const columns: AdminList<AdminPaymentWire>['columns'] = {
  uid: ({ uid }) => uid,
  kind: ({ flow, isGift }, language) =>
    isGift ? `${WORDS[language].types[flow]} (${WORDS[language].gift})` : WORDS[language].types[flow],
  project: ({ project }) => project?.projectName ?? '',
  author: ({ project }) => project?.author ?? '',
  name: ({ user }) => user.fullName ?? '',
  email: ({ user }) => user.email,
  amount: ({ amount }, language) => csvAmount(amount, language),
  status: (payment, language) => WORDS[language].statuses[statusName(payment)],
  turn: ({ turn: since }, language) => (since ? TURNS[language][since] : ''),
  createdAt: ({ createdAt }, language) => csvTime(createdAt, language),
  method: ({ method }, language) => METHODS[language][method],
  fee: ({ fee }, language) => csvAmount(fee, language),
  refunded: ({ refunded }, language) => csvAmount(refunded, language),
}

export const payments = paymentsOf(null)

/** Those of one person, or of everybody. */
export function paymentsOf(user: string | null): AdminList<AdminPaymentWire> {
  return { read: (sql, query) => read(sql, query, user), columns }
}

async function read(sql: Sql, query: ListQuery, user: string | null): Promise<Page<AdminPaymentWire>> {
  const { ids } = await findPayments(sql, query, user)
  const rows = parseRows(
    v.object({ ...adminPaymentWire.entries, createdAt: v.date(), evidenceDueAt: v.nullable(v.date()) }),
    await sql`
      select own.id, own.uid, flow, method, own.status, own.amount, own.fee, own.created_at as "createdAt",
        ${refundedOf(sql)} as refunded,
        ${turnOf(sql, sql`own`)} as turn,
        ${isUndoneOf(sql, sql`own`)} as "isUndone", ${isCancelledOf(sql, sql`own`)} as "isCancelled",
        (
          select min(evidence_due_at) from private.disputes where payment_id = own.id and disputes.status = 'open'
        ) as "evidenceDueAt",
        json_build_object(
          'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
        ) as user,
        case when projects.id is not null then json_build_object(
          'projectName', project_name, 'author', author, 'thumbnail', thumbnail
        ) end as project,
        exists (select from private.gifts where payment_id = own.id) as "isGift"
      from payments own
      join users on users.uid = own.user_id
      left join projects on projects.id = own.project_id
      where own.id in (${ids})
      ${sorted(sql, query)}`,
  )
  return page(
    rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      evidenceDueAt: row.evidenceDueAt?.toISOString() ?? null,
    })),
    query,
  )
}

/** What was given back of the payment `own`: of a purchase that was regretted all, whatever of it had gone before. */
function refundedOf(sql: Sql): Fragment {
  return sql`case
    when exists (select from mints where payment_id = own.id and regretted_at is not null)
      or exists (select from private.gifts where payment_id = own.id and gifts.status = 'returned' and mint_id is null)
    then own.amount
    else coalesce((
      select sum(refunds.amount) from private.refunds where payment_id = own.id and refunds.status = 'done'
    ), 0)
  end::bigint`
}
