/** Money that waits for the company, whoever asked for it. */
import { WAITING_MOST } from '#domain/waiting.ts'
import type { Fragment, Sql } from '../../platform/db/sql.ts'
import { account } from '../ledger/ledger.ts'
import { isPendingLate } from './operating-figures.ts'

/** Every payment of which something is kept, as rows `{uid, since}`. A transfer's id names what it belongs to. */
const paymentsWithUnclaimed = (sql: Sql): Fragment => sql`
  select payments.uid, min(kept.created_at) as since
  from ledger.accounts house
  join ledger.lines kept on kept.account = house.id
  cross join lateral (select substring(kept.id from '^[a-z_]+:([0-9a-f-]{36}):')::uuid as uid) named
  cross join lateral (
    select coalesce(
      (select id from payments own where own.uid = named.uid),
      (select payment_id from private.refunds where refunds.uid = named.uid),
      (select payment_id from private.disputes where disputes.uid = named.uid)
    ) as id
  ) paid
  join payments on payments.id = paid.id
  where code = ${account.unclaimed} and house.balance > 0
  group by payments.uid
  having sum(kept.change) > 0`

/**
 * Money that the company has to look at, as rows `{kind, created_at, due, subject}`: with the day a dispute's evidence is due,
 * and whose page shows what waits.
 */
export const moneyWaiting = (sql: Sql) => sql`
  (
    select 'dispute' as kind, opened_at as created_at, evidence_due_at as due, payments.uid as subject
    from private.disputes join payments on payments.id = payment_id
    where disputes.status = 'open' order by disputes.id limit ${WAITING_MOST}
  )
  union all
  (
    select 'pending', created_at, null, null
    from payments where ${isPendingLate(sql)} limit ${WAITING_MOST}
  )
  union all
  (
    select 'debt', max(ended_at), null, null
    from ledger.accounts join private.disputes on user_id = split_part(code, ':', 2)::uuid and disputes.status = 'lost'
    where overdraft > 0 and not exists (
      select from private.write_offs where write_offs.user_id = disputes.user_id and write_offs.status = 'requested'
    )
    group by accounts.id limit ${WAITING_MOST}
  )
  union all
  (select 'unclaimed', since, null, uid from (${paymentsWithUnclaimed(sql)}) kept)
  union all
  (select 'stuck', approved_at, null, null from private.outgoing_stuck limit ${WAITING_MOST})
  union all
  (
    select 'decision', created_at, null, null
    from private.money_decisions where status = 'requested' order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'unmatched', arrived_at, null, null
    from private.unmatched_money where status = 'open' order by id limit ${WAITING_MOST}
  )
  union all
  (
    select 'invoice', created_at, null, null
    from private.service_invoices invoices where private.is_to_look_at(invoices) order by id limit ${WAITING_MOST}
  )`
