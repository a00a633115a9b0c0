/** Everybody's withdrawals: those that wait, and all. */
import * as v from 'valibot'
import { identifiersIn } from '#domain/identifiers.ts'
import keysEn from '#i18n/en/pix-key.json' with { type: 'json' }
import en from '#i18n/en/withdrawals-back-office.json' with { type: 'json' }
import keysPt from '#i18n/pt/pix-key.json' with { type: 'json' }
import pt from '#i18n/pt/withdrawals-back-office.json' with { type: 'json' }
import { csvAmount, csvTime } from '../../platform/csv.ts'
import { parseRows } from '../../platform/db/rows.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { approvalsIn, instants, toWire } from '../approvals/approvals.ts'
import { outgoingState } from '../approvals/decisions.ts'
import { takesTwo } from '../approvals/outflow.ts'
import { reasonWords } from '../approvals/reason-words.ts'
import { sentBy } from '../back-office/by-person.ts'
import { within } from '../back-office/filters.ts'
import { type AdminList, beyond, inOrder, type ListQuery, page } from '../back-office/list.ts'
import { peopleNamed, recordedIn } from '../back-office/matches.ts'
import { type AdminWithdrawalWire, adminWithdrawalWire } from './contract.ts'

const WORDS = { pt, en }
const KEYS = { pt: keysPt, en: keysEn }

const withdrawalRow = v.object({ ...adminWithdrawalWire.entries, ...instants.entries })

const outflow = (sql: Sql) => ({
  uid: sql`request.uid`,
  amount: sql`request.amount`,
  person: sql`request.user_id::text`,
  pixKey: sql`request.pix_key`,
})

export function withdrawals(which: 'waiting' | 'all', limit: number): AdminList<AdminWithdrawalWire> {
  return {
    async read(sql, query, by) {
      const id = sql`request.id`
      const meant = query.search ? await meaningsOf(sql, query) : null
      const rows = parseRows(
        withdrawalRow,
        await sql`
          select request.id, request.uid, pix_key_type as "pixKeyType", pix_key as "pixKey", amount, request.status, request.reason,
            coalesce((
              select overdraft from ledger.accounts where code = 'fan:' || request.user_id || ':available'
            ), 0)::float8 as owed,
            ${cautionsOf(sql)},
            end_to_end_id as "endToEndId", request.created_at as "createdAt", ended_at as "endedAt",
            request.status = 'requested' and ${takesTwo(sql, outflow(sql), { by, limit })} as "takesTwo",
            json_build_object(
              'uid', users.uid, 'fullName', full_name, 'nickname', nickname, 'email', email, 'photoUrl', photo_url
            ) as user,
            ${approvalsIn(sql, {
              table: sql`private.withdrawal_approvals`,
              condition: sql`withdrawal_id = request.id`,
              subject: sql`request.uid`,
              waits: sql`request.status = 'requested'`,
            })} as approvals,
            case when request.status = 'rejected' then (
              select coalesce(admin.full_name, admin.nickname, admin.email)
              from private.admin_actions actions join users admin on admin.uid = admin_id
              where action = 'withdrawal.reject' and subject = request.uid::text
            ) end as "rejectedBy",
            ${outgoingState(sql, sql`request.uid`)}
          from redeem_balance request
          join users on users.uid = request.user_id
          where ${which === 'waiting' ? sql`status in ('requested', 'approved')` : sql`true`}
            and ${beyond(sql, id, query)} and ${meant ? found(sql, query, meant) : sql`true`}
            and ${within(sql, query.filters, {
              status: sql`request.status`,
              at: sql`request.created_at`,
              amount: sql`request.amount`,
              person: sql`request.user_id`,
            })}
          ${inOrder(sql, id, query)}`,
      )
      return page(rows.map(toWire), query)
    },
    columns: {
      uid: ({ uid }) => uid,
      name: ({ user }) => user.fullName ?? '',
      email: ({ user }) => user.email,
      pixKeyType: ({ pixKeyType }, language) => KEYS[language].types[pixKeyType],
      pixKey: ({ pixKey }) => pixKey,
      amount: ({ amount }, language) => csvAmount(amount, language),
      status: ({ status }, language) => WORDS[language].statuses[status],
      reason: ({ reason }, language) => reasonWords(reason, language),
      endToEndId: ({ endToEndId }) => endToEndId ?? '',
      approvals: ({ approvals }) => approvals.map(({ email }) => email).join(', '),
      requestedAt: ({ createdAt }, language) => csvTime(createdAt, language),
      endedAt: ({ endedAt }, language) => (endedAt ? csvTime(endedAt, language) : ''),
    },
  }
}

/** What is open against the person of `request`, and what a bank can still take back. */
const cautionsOf = (sql: Sql) => sql`
  (
    select json_build_object(
      'open', coalesce(sum(disputes.amount) filter (where disputes.status = 'open'), 0),
      'lost', coalesce(sum(disputes.amount) filter (where disputes.status = 'lost'), 0)
    )
    from private.disputes where disputes.user_id = request.user_id
  ) as disputes,
  (
    select coalesce(sum(refunds.amount), 0)::float8
    from private.refunds
    where refunds.user_id = request.user_id and destination = 'card' and refunds.status in ('requested', 'approved')
  ) as refunding,
  (
    select case when count(*) > 0 then json_build_object(
      'amount', sum(amount),
      'at', to_char(max(created_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) end
    from private.fresh_card_deposits(request.user_id)
  ) as "cardDeposit"`

type Meanings = { people: string[] | null; ids: number[] }

async function meaningsOf(sql: Sql, query: ListQuery): Promise<Meanings> {
  const [people, ids] = await Promise.all([peopleNamed(sql, query), withdrawalsKnownAs(sql, query.search)])
  return { people, ids }
}

/** By who asked for it, by its key, its own uid, the bank's name of it or the transaction that records it. */
function found(sql: Sql, query: ListQuery, { people, ids }: Meanings): Fragment {
  return sql`(
    ${sentBy(sql, sql`request.user_id`, query, people)} or request.id = any (${ids}::bigint[])
  )`
}

/** The most withdrawals that go to one key. */
const MANY = 500

async function withdrawalsKnownAs(sql: Sql, text: string): Promise<number[]> {
  const { uid, hash, providerId, pixKeys } = identifiersIn(text)
  if (uid === null && hash === null && providerId === null && pixKeys.length === 0) return []
  const recorded = await recordedIn(sql, hash)
  const uids = uid === null ? recorded : [uid, ...recorded]
  const rows = await sql<{ id: number }[]>`
    (select id from redeem_balance where pix_key = any (${pixKeys}) order by id desc limit ${MANY})
    union select id from redeem_balance where uid = any (${uids}::uuid[])
    union (select id from redeem_balance where end_to_end_id = ${providerId} limit ${MANY})`
  return rows.map(({ id }) => id)
}
