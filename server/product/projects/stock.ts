/** Where a project's market stands, beside the project. */
import type { Sql, Tx } from '../../platform/db/sql.ts'
import type { ProjectWire } from './wire.ts'

/** The part of a project that changes with its market. */
export async function readStock(
  sql: Sql | Tx,
  projectId: number,
): Promise<Pick<ProjectWire, 'nextExpire' | 'totalAvailable' | 'isPaused' | 'expiredAt'>> {
  const [row] = await sql<
    (Pick<ProjectWire, 'nextExpire' | 'totalAvailable' | 'isPaused'> & { expiredAt: Date })[]
  >`
    select stock."nextExpire", stock."totalAvailable", paused_at is not null as "isPaused",
      expired_at as "expiredAt"
    from projects
    cross join lateral (${selectStock(sql, null)}) stock
    where projects.id = ${projectId}`
  if (!row) throw new Error(`project ${projectId} does not exist`)
  return { ...row, expiredAt: row.expiredAt.toISOString() }
}

/**
 * For use beside `projects`. Nothing is counted but the units reserved by payments under way; a unit reserved by the
 * fan's own payment is available to that fan.
 */
export function selectStock(sql: Sql | Tx, fanUid: string | null) {
  return sql`
    select
      (
        select to_char(min(will_expire_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
        from mints
        where mints.project_id = projects.id and status = 'minted'
      ) as "nextExpire",
      case
        when state.unsold = 0 then state.waiting
        else state.unsold - (
          select count(*)::int
          from units
          where units.project_id = projects.id and first_sold_at is null
            and reserved_until > clock_timestamp()
            and reserved_by not in (
              select id from payments where user_id = ${fanUid} and status = 'pending'
            )
        )
      end as "totalAvailable",
      (
        select amount
        from bids
        where bids.project_id = projects.id and status in ('pending', 'bided')
        order by amount desc
        limit 1
      ) as leading,
      state.unsold = 0 as "firstLotSold"
    from market.state
    where state.project_id = projects.id`
}
