/** Projects as the wire shows them. */
import { projectPhase } from '#domain/project.ts'
import type { Page, ProjectWire } from '#domain/wire/api.ts'
import type { Sql } from '../db/sql.ts'

type ProjectRow = Omit<ProjectWire, 'phase' | 'createdAt' | 'expiredAt'> & {
  createdAt: Date
  expiredAt: Date
  firstLotSold: boolean
  now: Date
}

/** One page of published projects, newest first; `after` is the `next` of the page before. */
export async function listProjects(
  sql: Sql,
  fanUid: string,
  page: { limit: number; after: number | null },
): Promise<Page<ProjectWire>> {
  const rows = await sql<ProjectRow[]>`
    ${selectProject(sql, fanUid)}
    where projects.is_active and projects.id < ${page.after ?? Number.MAX_SAFE_INTEGER}
    order by projects.id desc
    limit ${page.limit + 1}`
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { data: shown.map(present), next: rows.length > page.limit && last ? String(last.id) : null }
}

/** One project, for whoever may see it: published, or any to an admin. */
export async function findProject(
  sql: Sql,
  fan: { uid: string; isAdmin: boolean },
  uid: string,
): Promise<ProjectWire | null> {
  const [row] = await sql<ProjectRow[]>`
    ${selectProject(sql, fan.uid)}
    where projects.uid = ${uid} and (projects.is_active or ${fan.isAdmin})`
  return row ? present(row) : null
}

/** The part of a project that changes with its market. */
export async function readStock(
  sql: Sql,
  projectId: number,
): Promise<Pick<ProjectWire, 'nextExpire' | 'totalAvailable'>> {
  const [row] = await sql<Pick<ProjectWire, 'nextExpire' | 'totalAvailable'>[]>`
    select stock."nextExpire", stock."totalAvailable"
    from projects
    cross join lateral (${selectStock(sql)}) stock
    where projects.id = ${projectId}`
  if (!row) throw new Error(`project ${projectId} does not exist`)
  return row
}

/** For use beside `projects`. Units that somebody holds are not looked at. */
function selectStock(sql: Sql) {
  return sql`
    select
      (
        select to_char(min(will_expire_at) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')
        from mints
        where mints.project_id = projects.id and status = 'minted'
      ) as "nextExpire",
      (case
        when count(*) filter (where first_sold_at is null) = 0 then count(*)
        else count(*) filter (
          where first_sold_at is null and (reserved_until is null or reserved_until <= clock_timestamp())
        )
      end)::int as "totalAvailable",
      count(*) filter (where first_sold_at is null) = 0 as "firstLotSold"
    from units
    where units.project_id = projects.id and mint_id is null`
}

/**
 * `totalAvailable` counts what can be had now: units never sold while the first lot is open, afterwards units
 * that nobody holds. Lyrics, video and media go only to a fan who holds a live token.
 */
function selectProject(sql: Sql, fanUid: string) {
  return sql`
    select projects.id, projects.uid, project_name as "projectName", author, thumbnail,
      contract_address as "contractAddress", symbol, fiat_price as "fiatPrice", is_active as "isActive",
      total_supply as "totalSupply", projects.created_at as "createdAt", description,
      valid_period as "validPeriod", expired_at as "expiredAt",
      stock."nextExpire", stock."totalAvailable", stock."firstLotSold",
      own.holds as "hasProject",
      case when own.sees then lyrics else '' end as lyrics,
      case when own.sees then video_id else '' end as "videoId",
      case when own.sees then media_url else '' end as "mediaUrl",
      author_wallet as "authorWallet", base_uri as "baseURI", contract_uri as "contractURI",
      clock_timestamp() as now
    from projects
    cross join lateral (${selectStock(sql)}) stock
    cross join lateral (
      select
        count(*) > 0 as holds,
        -- A token whose window is over shows nothing, whether or not it has been swept yet.
        coalesce(bool_or(status = 'minted' and will_expire_at > clock_timestamp()), false) as sees
      from mints
      where mints.project_id = projects.id and user_id = ${fanUid} and status in ('pending', 'minted')
    ) own`
}

function present({ firstLotSold, now, ...row }: ProjectRow): ProjectWire {
  const phase = projectPhase({ expiredAt: row.expiredAt.getTime(), firstLotSold }, now.getTime())
  return {
    ...row,
    phase,
    createdAt: row.createdAt.toISOString(),
    expiredAt: row.expiredAt.toISOString(),
  }
}
