/** A month's transfers in their order, each with the payment, work and people it was about. */
import * as v from 'valibot'
import { monthSpan } from '../../platform/db/month-span.ts'
import { centavos, parseRows } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { kindOf } from './balances.ts'

const movementRow = v.object({
  id: v.string(),
  at: v.date(),
  kind: v.string(),
  debit: v.string(),
  credit: v.string(),
  amount: centavos,
  method: v.nullable(v.string()),
  fee: v.nullable(centavos),
  payment: v.nullable(v.string()),
  providerId: v.nullable(v.string()),
  project: v.nullable(v.string()),
  artist: v.nullable(v.string()),
  person: v.nullable(v.string()),
  document: v.nullable(v.string()),
  refunded: v.nullable(v.picklist(['yes', 'no'])),
})
export type Movement = v.InferOutput<typeof movementRow>

const ROWS_AT_ONCE = 1000

/** Kinds of transfers that are named after a payment, and after a token. Of the others the id alone does not tell. */
const OF_PAYMENTS = ['deposit', 'card_fee', 'pix_fee']
const OF_SALES = ['sale_author', 'sale_platform', 'tip', 'share_sale', 'share_tip']
const OF_TOKENS = [...OF_SALES, 'regret']

/** What the number in a transfer's id names: a payment, a token, a withdrawal, a refund, a dispute, a payout, a gift or found money. */
const subjects = (sql: Sql) => sql`
  select id as payment_id, project_id, user_id, null::text as provider_id, null::bigint as artist_id, null::text as method
  from payments
  where uid = named.uid and transfers.kind = any (${OF_PAYMENTS})
  union all
  select payment_id, project_id, user_id, null, null, null from mints
  where uid = named.uid and transfers.kind <> all (${OF_PAYMENTS})
  union all
  select null, null, user_id, end_to_end_id, null, 'pix' from redeem_balance where uid = named.uid and ${isOther(sql)}
  union all
  select payment_id, null, user_id, provider_id, null, null from private.refunds where uid = named.uid and ${isOther(sql)}
  union all
  select payment_id, null, user_id, provider_id, null, null from private.disputes where uid = named.uid and ${isOther(sql)}
  union all
  select null, null, null, end_to_end_id, artist_id, 'pix' from private.artist_payouts where uid = named.uid and ${isOther(sql)}
  union all
  select payment_id, project_id, giver, null, null, null from private.gifts where uid = named.uid and ${isOther(sql)}
  union all
  select payment_id, null, null, external_id, null, null from private.unmatched_money where uid = named.uid and ${isOther(sql)}
  union all
  select payment_id, project_id, user_id, null, null, null from bids where id = named.bid`

const isOther = (sql: Sql) => sql`transfers.kind <> all (${[...OF_PAYMENTS, ...OF_TOKENS]})`

/** Whether the sale that a line is of went back, wholly or in part: by regret, refund or a dispute. */
const refunded = (sql: Sql) => sql`
  case when transfers.kind = any (${OF_SALES}) then
    case when exists (
      select from mints where payment_id = payments.id and (regretted_at is not null or revoked_for is not null)
    ) or exists (
      select from private.refunds
      where refunds.payment_id = payments.id and from_sale and status in ('approved', 'done')
    ) then 'yes' else 'no' end
  end`

/** As one statement sees them, in portions as fast as they are read: never the whole month in memory. */
export async function* readMovements(sql: Sql, month: string): AsyncGenerator<Movement[]> {
  const portions = sql`
    with span as (${monthSpan(sql, month)}),
    named_accounts as materialized (
      select id, ${kindOf(sql)} as name,
        case when code like 'project:%:share:%' then split_part(code, ':', 4)::uuid end as sharer
      from ledger.accounts
    )
    select transfers.id, transfers.created_at as at, kind, debited.name as debit, credited.name as credit,
      transfers.amount, coalesce(payments.method, subject.method) as method,
      case when kind = 'deposit' then payments.fee end as fee, payments.uid as payment,
      coalesce(subject.provider_id, payments.intent_id) as "providerId", project_name as project,
      coalesce(sharers.name, artists.name, projects.author) as artist,
      coalesce(full_name, nickname, email) as person, document, ${refunded(sql)} as refunded
    from span
    join ledger.transfers on created_at >= since and created_at < until
    join named_accounts debited on debited.id = debit_account
    join named_accounts credited on credited.id = credit_account
    cross join lateral (
      select substring(transfers.id from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}')::uuid as uid,
        substring(transfers.id from '^(?:hold|void):bid:([0-9]+)$')::bigint as bid
    ) named
    left join lateral (${subjects(sql)} limit 1) subject on true
    left join payments on payments.id = subject.payment_id
    left join projects on projects.id = coalesce(subject.project_id, payments.project_id)
    left join private.artists on artists.id = subject.artist_id
    left join private.artists sharers on sharers.uid = coalesce(credited.sharer, debited.sharer)
    left join users on users.uid = coalesce(payments.user_id, subject.user_id)
    order by transfers.created_at, transfers.id`.cursor(ROWS_AT_ONCE)
  for await (const rows of portions) yield parseRows(movementRow, rows)
}
