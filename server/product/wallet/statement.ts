/** A fan's statement: the ledger's entries about their money, newest first. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { isDay, MOVEMENT_GROUPS, type MovementGroup } from '#domain/statement.ts'
import { centavos, parseRow, parseRows, rowId } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { account } from '../ledger/ledger.ts'
import { movementWire, type StatementWire } from './contract.ts'
import { decodeStatementKey, encodeStatementKey, type StatementKey } from './statement-key.ts'

export type StatementFilter = {
  group: MovementGroup | null
  /** First and last day, `yyyy-MM-dd` in São Paulo. */
  from: string | null
  to: string | null
}

const GROUPS = Object.keys(MOVEMENT_GROUPS) as MovementGroup[]

/** Null when something does not match; an empty filter is none. */
export function readFilter(asked: { kind: string; from: string; to: string }): StatementFilter | null {
  const { kind, from, to } = asked
  const group = GROUPS.find((known) => known === kind) ?? null
  if ((kind && !group) || (from && !isDay(from)) || (to && !isDay(to))) return null
  return { group, from: from || null, to: to || null }
}

type PageQuery = Parameters<typeof readFilter>[0] & { limit: number; cursor: string | null }

/** A page of the statement of `fan`, whoever is asking. */
export async function statementPage(
  sql: Sql,
  fan: string,
  { limit, cursor, ...narrowed }: PageQuery,
): Promise<Result<StatementWire>> {
  const filter = readFilter(narrowed)
  const after = cursor ? decodeStatementKey(cursor) : null
  if (!filter || (cursor && !after)) return refuse('malformed')
  return ok(await readStatement(sql, fan, filter, { limit, after }))
}

const statementRow = v.object({
  ...movementWire.entries,
  at: v.date(),
  balance: centavos,
  instant: v.string(),
  rest: centavos,
})

/**
 * The transfers that a statement shows, with the change of the available money by each. Money that had been held
 * before it was spent left the available money then: those legs change nothing now. `part` narrows each of the three
 * ways in which the fan's accounts take part.
 */
export const legs = (sql: Sql, { available, held }: Accounts, part = sql``) => sql`
    (
      select id, kind, created_at, amount, -amount as change
      from ledger.transfers
      where debit_account = ${available} ${part}
    ) union all (
      select id, kind, created_at, amount, amount
      from ledger.transfers
      where credit_account = ${available} and kind <> 'hold' ${part}
    ) union all (
      select id, kind, created_at, amount, 0::bigint
      from ledger.transfers
      where debit_account = ${held} and kind in ('sale_author', 'sale_platform', 'tip', 'withdrawal') ${part}
    )`

/** Numbers of the fan's accounts, looked up first: the planner knows how busy each is. */
const accountsRow = v.object({ available: rowId, held: rowId })
type Accounts = v.InferOutput<typeof accountsRow>

export async function accountsOf(sql: Sql, fan: string): Promise<Accounts | null> {
  const row = parseRow(
    accountsRow,
    await sql`
      select available.id as available, held.id as held
      from ledger.accounts available, ledger.accounts held
      where available.code = ${account.available(fan)} and held.code = ${account.held(fan)}`,
  )
  return row ?? null
}

/**
 * The two legs of a refund to a card that was held until it was sent: its hold freed, and the same money sent with nothing
 * in between.
 */
const sentFromHold = (sql: Sql, uid: ReturnType<Sql>) => sql`
  from ledger.transfers freed, ledger.transfers sent
  where freed.id = 'void:refund:' || ${uid} and sent.id = 'card_refund:' || ${uid} || ':out'
    and sent.debit_account = freed.credit_account and sent.amount = freed.amount
    and not exists (
      select from ledger.lines other
      where account = freed.credit_account
        and other.created_at > freed.created_at and other.created_at < sent.created_at
    )`

/**
 * A sale has two legs, and so has its return: the later one, the platform's, stands for both. So does the sending of a
 * refund that was held.
 */
export const isTold = (sql: Sql) => sql`
  legs.kind <> 'sale_author' and legs.id not like '%:sale_author' and not (
    legs.id like 'void:refund:%' and exists (select ${sentFromHold(sql, sql`substring(legs.id from 13)`)})
  )`

export const movementKind = (sql: Sql) => sql`
  case
    when kind = 'deposit' then 'deposit'
    when kind = 'sale_platform' and change = 0 and exists (
      select from private.gifts join mints on mints.id = gifts.mint_id
      where mints.uid = substring(legs.id from 'sale:(.{36}):platform')::uuid
    ) then 'gift_accepted'
    when kind = 'sale_platform' and change = 0 then 'bid_won'
    when kind = 'sale_platform' then 'purchase'
    when kind = 'refund' and id like 'refund_of:%' then 'refunded'
    when kind = 'refund' and id like 'dispute_return:%' then 'sale_revoked'
    when kind = 'refund' then 'sale_refused'
    when kind in ('tip', 'card_refund', 'card_refund_returned', 'dispute_won') then kind
    when kind = 'dispute' then 'disputed'
    when kind = 'write_off' then 'debt_written_off'
    when kind = 'regret' and exists (
      select from private.gifts join mints on mints.id = gifts.mint_id
      where mints.uid = substring(legs.id from 'regret:(.{36}):')::uuid
    ) then 'gift_returned'
    when kind = 'regret' then 'regret'
    when kind = 'hold' and id like 'hold:withdrawal:%' then 'withdrawal_requested'
    when kind = 'hold' and id like 'hold:gift:%' then 'gift_held'
    when kind = 'hold' and id like 'hold:refund:%' then 'refund_held'
    when kind = 'hold' then 'bid_held'
    when kind = 'void' and id like 'void:withdrawal:%' then 'withdrawal_returned'
    when kind = 'void' and id like 'void:gift:%' then 'gift_returned'
    when kind = 'void' and id like 'void:refund:%' then 'refund_released'
    when kind = 'void' then 'bid_released'
    when kind = 'withdrawal' then 'withdrawal_paid'
    else 'other'
  end`

/** What `told` (id, kind, movement, created_at, amount, change) was about. */
export const details = (sql: Sql) => sql`
  told.id, told.movement as kind, told.created_at as at,
  told.amount + coalesce(other.amount, 0) as amount,
  case when from_hold.sent then 0
    else told.change + sign(told.change)::bigint * coalesce(other.amount, 0) end as change,
  projects.project_name as project,
  case when told.movement = 'deposit' then payments.fee end as fee,
  case when told.movement in ('regret', 'gift_returned', 'sale_refused', 'sale_revoked') then nullif(bought.tip, 0) end as tip,
  case when request.id is not null then json_build_object(
    'status', request.status, 'pixKeyType', pix_key_type, 'pixKey', pix_key, 'endToEndId', request.end_to_end_id,
    'paidAt', case when request.status = 'paid'
      then to_char(request.ended_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end
  ) end as withdrawal,
  case told.movement when 'refund_held' then refunds.reason when 'refund_released' then refunds.rejection end as reason`

export const joins = (sql: Sql) => sql`
  cross join lateral (
    select nullif(substring(told.id from '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'), '')::uuid as uid,
      substring(told.id from '^(?:hold|void):bid:([0-9]+)$')::bigint as bid
  ) named
  left join ledger.transfers other
    on told.id like '%platform' and other.id = regexp_replace(told.id, 'platform$', 'author')
  left join lateral (select true as sent ${sentFromHold(sql, sql`named.uid::text`)}) from_hold
    on told.movement = 'card_refund'
  left join private.refunds
    on told.movement in ('refunded', 'card_refund', 'card_refund_returned', 'refund_held', 'refund_released') and refunds.uid = named.uid
  left join private.disputes on told.movement in ('disputed', 'dispute_won') and disputes.uid = named.uid
  left join public.payments on payments.id = case
    when told.movement = 'deposit' then (select id from public.payments where payments.uid = named.uid)
    else coalesce(refunds.payment_id, disputes.payment_id)
  end
  left join public.mints
    on told.movement in (
      'purchase', 'tip', 'bid_won', 'gift_accepted', 'sale_refused', 'regret', 'gift_returned', 'sale_revoked'
    ) and mints.uid = named.uid
  left join public.payments bought on bought.id = mints.payment_id
  left join public.bids on bids.id = named.bid
  left join private.gifts on told.movement in ('gift_held', 'gift_returned') and gifts.uid = named.uid
  left join public.redeem_balance request
    on told.movement like 'withdrawal%' and request.uid = named.uid
  left join public.projects
    on projects.id = coalesce(mints.project_id, bids.project_id, gifts.project_id, payments.project_id)`

/** One page; `after` is the `next` of the previous page. */
export async function readStatement(
  sql: Sql,
  fan: string,
  filter: StatementFilter,
  page: { limit: number; after: StatementKey | null },
): Promise<StatementWire> {
  const accounts = await accountsOf(sql, fan)
  if (!accounts) return { data: [], next: null }
  const { after } = page
  const since = filter.from && sql`created_at >= ${startOf(sql, filter.from)}`
  const until = filter.to && sql`${startOf(sql, filter.to)} + interval '1 day'`
  // As text: the driver would truncate an instant to milliseconds.
  const within = sql`
    and ${after ? sql`(created_at, id) < (${after.instant}::text::timestamptz, ${after.id})` : until ? sql`created_at < ${until}` : sql`true`}
    and ${since || sql`true`}`
  const start = after
    ? sql`${after.rest}::bigint`
    : sql`(
        (select balance from ledger.accounts where id = ${accounts.available})
        - ${until ? sql`coalesce((select sum(change) from (${legs(sql, accounts, sql`and created_at >= ${until}`)}) later), 0)::bigint` : sql`0`}
      )`
  const kinds = filter.group ? [...MOVEMENT_GROUPS[filter.group]] : null

  // Unless kinds are filtered, a page needs no more of each: every movement has one leg or two, and the first leg may
  // be the second of a movement on the previous page.
  const enough = kinds ? sql`` : sql`order by created_at desc, id desc limit ${2 * (page.limit + 1) + 1}`
  const rows = parseRows(
    statementRow,
    await sql`
      select ${details(sql)}, told.balance, told.rest, market.instant(told.created_at) as instant
      from (
        select *
        from (
          select *, ${movementKind(sql)} as movement,
            ${start} - coalesce(sum(change) over earlier, 0)::bigint as balance,
            ${start} - coalesce(sum(change) over earlier, 0)::bigint - change as rest
          from (${legs(sql, accounts, sql`${within} ${enough}`)}) legs
          window earlier as (
            order by created_at desc, id desc rows between unbounded preceding and 1 preceding
          )
        ) legs
        where ${isTold(sql)} and ${kinds ? sql`movement = any (${kinds})` : sql`true`}
        order by created_at desc, id desc
        limit ${page.limit + 1}
      ) told
      ${joins(sql)}
      order by told.created_at desc, told.id desc`,
  )

  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return {
    data: shown.map(({ instant: _, rest: __, ...row }) => toWire(row)),
    next: rows.length > page.limit && last ? encodeStatementKey(last) : null,
  }
}

function startOf(sql: Sql, day: string) {
  return sql`(${day}::date::timestamp at time zone 'America/Sao_Paulo')`
}

export function toWire<Row extends { at: Date }>({ at, ...row }: Row): Omit<Row, 'at'> & { at: string } {
  return { ...row, at: at.toISOString() }
}
