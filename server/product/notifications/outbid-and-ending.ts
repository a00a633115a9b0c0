/** Notifications that nobody's action triggers: a lost lead, and a window that is about to end. */
import type { Sql } from '../../platform/db/sql.ts'
import { withRetries } from '../../platform/db/transact.ts'

const AT_ONCE = 200
/** How long before a window's end its holder is warned. */
const WARNING_MINUTES = 10

/** Notifies fans whose bid has lost the lead, once per bid. Resolves with how many. */
export async function notifyOutbid(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const [row] = await tx<{ notified: number }[]>`
      with passed as (
        select bids.id, bids.user_id, bids.amount, projects.uid as project_uid, project_name,
          best.amount as best_amount, expired_at
        from bids
        join projects on projects.id = bids.project_id
        cross join lateral (
          select amount
          from bids rival
          where rival.project_id = bids.project_id and rival.status in ('pending', 'bided')
          order by amount desc
          limit 1
        ) best
        where bids.led and bids.outbid_told_at is null and bids.status in ('pending', 'bided')
          and bids.amount < best.amount
        limit ${AT_ONCE}
        for update of bids skip locked
      ),
      marked as (
        update bids set outbid_told_at = clock_timestamp()
        from passed
        where bids.id = passed.id
      ),
      notified as (
        select private.tell(jsonb_agg(jsonb_build_object(
          'fan', user_id, 'kind', 'outbid',
          'data', jsonb_build_object(
            'project', project_name, 'auction', project_uid, 'amount', amount, 'leading', best_amount,
            'until', to_jsonb(expired_at) #>> '{}'
          )
        ))), count(*)::int as notified
        from passed
      )
      select notified from notified`
    return row?.notified ?? 0
  })
}

/** Warns fans whose window ends within ten minutes, unless it was never longer. Resolves with how many. */
export async function notifyEndingSoon(sql: Sql): Promise<number> {
  return withRetries(sql, async (tx) => {
    const [row] = await tx<{ notified: number }[]>`
      with ending as (
        select mints.id, mints.user_id, will_expire_at, project_name,
          will_expire_at - coalesce(played_at, minted_at) > make_interval(mins => ${WARNING_MINUTES}) as is_long
        from mints
        join projects on projects.id = mints.project_id
        where status = 'minted' and warned_at is null
          and will_expire_at <= clock_timestamp() + make_interval(mins => ${WARNING_MINUTES})
          and will_expire_at > clock_timestamp()
        order by will_expire_at
        limit ${AT_ONCE}
        for update of mints skip locked
      ),
      marked as (
        update mints set warned_at = clock_timestamp()
        from ending
        where mints.id = ending.id
      ),
      notified as (
        select private.tell(jsonb_agg(jsonb_build_object(
          'fan', user_id, 'kind', 'ending_soon',
          'data', jsonb_build_object('project', project_name, 'until', to_jsonb(will_expire_at) #>> '{}')
        )) filter (where is_long)), count(*)::int as notified
        from ending
      )
      select notified from notified`
    return row?.notified ?? 0
  })
}
