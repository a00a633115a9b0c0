/** Projects as sent to clients. */
import { firstLines } from '#domain/lyrics.ts'
import { projectPhase } from '#domain/project.ts'
import type { StaffRole } from '#domain/role.ts'
import type { ProjectSort } from '#domain/search.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { Page } from '../api/call.ts'
import { pageOf } from '../api/page-of.ts'
import { selectStock } from './stock.ts'
import type { ProjectUpdate, ProjectWire, PublicProjectWire } from './wire.ts'

type ClipColumns = { clip: string | null; clipSeconds: number | null }
type ProjectRow = Omit<ProjectWire, 'phase' | 'createdAt' | 'expiredAt' | 'opensAt' | 'clip'> &
  ClipColumns & {
    createdAt: Date
    expiredAt: Date
    opensAt: Date | null
    firstLotSold: boolean
    now: Date
  }

/** The order: newest first, those that close first, or the cheapest first (at auction by the leading bid). */

export type ProjectPage = {
  /** Part of a name or an artist, accents and case aside; empty for all. */
  search: string
  sort: ProjectSort
  limit: number
  /** The `next` of the previous page: the id of its last project. */
  after: number | null
}

/** One page of the projects that can be bought or bid for. */
export async function listProjects(
  sql: Sql,
  fanUid: string,
  { search, sort, limit, after }: ProjectPage,
): Promise<Page<ProjectWire>> {
  const { beyond, order } = ORDERS[sort](sql, after)
  const rows = await sql<ProjectRow[]>`
    ${selectProject(sql, fanUid)}
    where projects.is_active and projects.expired_at > clock_timestamp()
      and ${after === null ? sql`true` : beyond}
      and ${search === '' ? sql`true` : sql`search like '%' || private.search_form(${escapeLike(search)}) || '%'`}
    order by ${order}
    limit ${limit + 1}`
  return pageOf(rows.map(present), limit)
}

const ORDERS = {
  newest: (sql: Sql, after: number | null) => ({
    beyond: sql`projects.id < ${after}`,
    order: sql`projects.id desc`,
  }),
  ending: (sql: Sql, after: number | null) => ({
    beyond: sql`(projects.expired_at, projects.id) > (select expired_at, id from projects last where id = ${after})`,
    order: sql`projects.expired_at, projects.id`,
  }),
  // The price on the card: at auction the leading bid.
  price: (sql: Sql, after: number | null) => ({
    beyond: sql`(coalesce(stock.leading, projects.fiat_price), projects.id) > (
      select coalesce(max(amount), last.fiat_price), last.id
      from projects last
      left join bids on bids.project_id = last.id and bids.status in ('pending', 'bided')
      where last.id = ${after}
      group by last.id
    )`,
    order: sql`coalesce(stock.leading, projects.fiat_price), projects.id`,
  }),
}

/** Wildcards typed by a person are literal. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A project, if the viewer may see it: published, or any for whoever works in the back office. */
export async function findProject(
  sql: Sql,
  fan: { uid: string; role: StaffRole | null },
  uid: string,
): Promise<ProjectWire | null> {
  const [row] = await sql<ProjectRow[]>`
    ${selectProject(sql, fan.uid)}
    where projects.uid = ${uid} and (projects.is_active or ${fan.role !== null})`
  return row ? present(row) : null
}

type PublicRow = Omit<
  PublicProjectWire,
  'phase' | 'expiredAt' | 'opensAt' | 'clip' | 'firstLines' | 'windows'
> &
  ClipColumns & {
    lyrics: string
    windows: Date[]
    expiredAt: Date
    opensAt: Date | null
    firstLotSold: boolean
    now: Date
  }

/**
 * A published project as anybody may see it, including closed ones; null for a draft, unless requested, and where
 * there is none.
 */
export async function findPublicProject(
  sql: Sql,
  uid: string,
  { drafts = false }: { drafts?: boolean } = {},
): Promise<PublicProjectWire | null> {
  const [row] = await sql<PublicRow[]>`
    ${selectPublic(sql)}
    where projects.uid = ${uid} and (is_active or ${drafts})`
  return row ? presentPublic(row) : null
}

/** An artist's published works as anybody may see them: the open ones first, then the newest. */
export async function listPublicProjects(
  sql: Sql,
  wallet: string,
  limit: number,
): Promise<PublicProjectWire[]> {
  const rows = await sql<PublicRow[]>`
    ${selectPublic(sql)}
    where lower(author_wallet) = ${wallet} and is_active
    order by expired_at <= clock_timestamp(), projects.id desc
    limit ${limit}`
  return rows.map(presentPublic)
}

/** The address of the artist's page; null for none. */
function artistSlug(sql: Sql) {
  return sql`(select slug from private.artists where wallet = lower(author_wallet)) as "artistSlug"`
}

function selectPublic(sql: Sql) {
  return sql`
    select projects.uid, project_name as "projectName", author, thumbnail, description, fiat_price as "fiatPrice",
      total_supply as "totalSupply", valid_period as "validPeriod", expired_at as "expiredAt", tint,
      opens_at as "opensAt", clip, clip_seconds as "clipSeconds", lyrics,
      array(
        select will_expire_at from mints
        where mints.project_id = projects.id and status = 'minted'
        order by will_expire_at
        limit 12
      ) as windows,
      ${artistSlug(sql)},
      paused_at is not null as "isPaused", stock."nextExpire", stock."totalAvailable", stock.leading,
      stock."firstLotSold", clock_timestamp() as now
    from projects
    cross join lateral (${selectStock(sql, null)}) stock`
}

function presentPublic({
  firstLotSold,
  now,
  clip,
  clipSeconds,
  lyrics,
  windows,
  ...project
}: PublicRow): PublicProjectWire {
  const phase = projectPhase({ expiredAt: project.expiredAt.getTime(), firstLotSold }, now.getTime())
  return {
    ...project,
    phase,
    expiredAt: project.expiredAt.toISOString(),
    opensAt: project.opensAt?.toISOString() ?? null,
    clip: clipOf({ clip, clipSeconds }),
    firstLines: firstLines(lyrics),
    windows: windows.map((end) => end.toISOString()),
  }
}

/** When each open project was created, newest first: for the sitemap. */
export async function listOpenProjects(sql: Sql, limit: number): Promise<{ uid: string; createdAt: Date }[]> {
  return sql<{ uid: string; createdAt: Date }[]>`
    select uid, created_at as "createdAt" from projects
    where is_active and expired_at > clock_timestamp()
    order by id desc
    limit ${limit}`
}

/** What watchers of the list receive about projects that changed; unpublished ones are left out. */
export async function readProjectUpdates(sql: Sql, ids: number[]): Promise<ProjectUpdate[]> {
  const rows = await sql<
    (Omit<ProjectUpdate, 'phase'> & { expiredAt: Date; firstLotSold: boolean; now: Date })[]
  >`
    select projects.uid, paused_at is not null as "isPaused", stock."nextExpire", stock."totalAvailable",
      stock.leading, stock."firstLotSold", expired_at as "expiredAt", clock_timestamp() as now
    from projects
    cross join lateral (${selectStock(sql, null)}) stock
    where projects.id = any (${ids}) and is_active`
  return rows.map(({ expiredAt, firstLotSold, now, ...news }) => ({
    ...news,
    phase: projectPhase({ expiredAt: expiredAt.getTime(), firstLotSold }, now.getTime()),
  }))
}

/**
 * `totalAvailable` counts what can be had now: units never sold while the first lot is open, afterwards units without
 * a holder. Lyrics, video and media are only for a fan who holds a live token and has played it.
 */
function selectProject(sql: Sql, fanUid: string) {
  return sql`
    select projects.id, projects.uid, project_name as "projectName", author, thumbnail,
      contract_address as "contractAddress", symbol, fiat_price as "fiatPrice", is_active as "isActive",
      paused_at is not null as "isPaused",
      total_supply as "totalSupply", projects.created_at as "createdAt", description,
      valid_period as "validPeriod", expired_at as "expiredAt", tint,
      opens_at as "opensAt", clip, clip_seconds as "clipSeconds",
      stock."nextExpire", stock."totalAvailable", stock.leading, stock."firstLotSold",
      ${artistSlug(sql)}, own.holds as "hasProject",
      case when own.sees then lyrics else '' end as lyrics,
      case when own.sees then video_id else '' end as "videoId",
      case when own.sees then media_url else '' end as "mediaUrl",
      author_wallet as "authorWallet", base_uri as "baseURI", contract_uri as "contractURI",
      clock_timestamp() as now
    from projects
    cross join lateral (${selectStock(sql, fanUid)}) stock
    cross join lateral (
      select
        count(*) > 0 as holds,
        -- A token whose window is over shows nothing, whether or not it has been swept yet; nor does one that may still be
        -- given back unplayed.
        coalesce(bool_or(status = 'minted' and status_song <> 'none' and will_expire_at > clock_timestamp()), false) as sees
      from mints
      where mints.project_id = projects.id and user_id = ${fanUid} and status in ('pending', 'minted')
    ) own`
}

/** A clip as it is sent; null where there is none. */
export function clipOf({ clip, clipSeconds }: ClipColumns): ProjectWire['clip'] {
  return clip === null || clipSeconds === null ? null : { url: clip, seconds: clipSeconds }
}

function present({ firstLotSold, now, clip, clipSeconds, ...row }: ProjectRow): ProjectWire {
  const phase = projectPhase({ expiredAt: row.expiredAt.getTime(), firstLotSold }, now.getTime())
  return {
    ...row,
    clip: clipOf({ clip, clipSeconds }),
    phase,
    createdAt: row.createdAt.toISOString(),
    expiredAt: row.expiredAt.toISOString(),
    opensAt: row.opensAt?.toISOString() ?? null,
  }
}
