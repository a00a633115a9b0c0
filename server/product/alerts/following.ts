/** Whom a fan follows and what they watch. */
import { FOLLOWED_MAX, type WorkTopic } from '#domain/alert.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import type { FollowedWire, FollowingWire } from './contract.ts'

/** What of it is to change; what is not given stays. */
export type FollowingChange = {
  follows?: boolean | undefined
  watches?: boolean | undefined
  below?: number | null | undefined
  muted?: WorkTopic[] | undefined
}

export async function readFollowing(
  sql: Sql | Tx,
  fan: string,
  projectUid: string,
): Promise<FollowingWire | null> {
  const [row] = await sql<FollowingWire[]>`
    select
      exists (
        select from private.follows
        join private.artists on artists.id = artist_id
        where follows.user_id = ${fan} and artists.wallet = lower(author_wallet)
      ) as follows,
      watches.user_id is not null as watches,
      watches.below,
      array(
        select topic from private.muted_works
        where muted_works.project_id = projects.id and muted_works.user_id = ${fan} order by topic desc
      ) as muted
    from projects
    left join private.watches on watches.project_id = projects.id and watches.user_id = ${fan}
    where projects.uid = ${projectUid} and is_active`
  return row ?? null
}

/** Repeating it changes nothing. An amount makes the work watched. */
export function changeFollowing(
  sql: Sql,
  fan: string,
  projectUid: string,
  { follows, watches, below, muted }: FollowingChange,
): Promise<Result<FollowingWire>> {
  return transact(sql, async (tx) => {
    const [project] = await tx<{ id: number; artist: number }[]>`
      select projects.id, artists.id as artist
      from projects
      join private.artists on artists.wallet = lower(author_wallet)
      where projects.uid = ${projectUid} and is_active`
    if (!project) return refuse('project_not_found')
    // One change of a person at a time: two may not both take the last place.
    await tx`select from users where uid = ${fan} for no key update`
    if (follows) {
      if (!(await hasRoom(tx, fan))) return refuse('following_limit')
      await tx`
        insert into private.follows (artist_id, user_id) values (${project.artist}, ${fan}) on conflict do nothing`
    }
    if (follows === false)
      await tx`delete from private.follows where artist_id = ${project.artist} and user_id = ${fan}`
    const isWatched = watches ?? (below === undefined || below === null ? undefined : true)
    if (isWatched) {
      if (!(await hasRoom(tx, fan))) return refuse('following_limit')
      await tx`insert into private.watches (project_id, user_id) values (${project.id}, ${fan}) on conflict do nothing`
    }
    if (isWatched === false)
      await tx`delete from private.watches where project_id = ${project.id} and user_id = ${fan}`
    if (below !== undefined)
      await tx`
        update private.watches set below = ${below} where project_id = ${project.id} and user_id = ${fan}`
    if (muted) await mute(tx, project.id, fan, muted)
    const now = await readFollowing(tx, fan, projectUid)
    return now ? ok(now) : refuse('project_not_found')
  })
}

async function mute(tx: Tx, project: number, fan: string, topics: readonly WorkTopic[]): Promise<void> {
  await tx`delete from private.muted_works where project_id = ${project} and user_id = ${fan}`
  await tx`
    insert into private.muted_works (project_id, user_id, topic)
    select distinct ${project}::bigint, ${fan}::uuid, topic from unnest(${topics}::text[]) topic`
}

async function hasRoom(tx: Tx, fan: string): Promise<boolean> {
  const [counted] = await tx<{ most: number }[]>`
    select greatest(
      (select count(*) from private.follows where user_id = ${fan}),
      (select count(*) from private.watches where user_id = ${fan})
    )::int as most`
  return (counted?.most ?? 0) < FOLLOWED_MAX
}

/** Everything a fan follows and watches, the newest first; an artist with their page, and the work that leads to them. */
export async function listFollowed(sql: Sql, fan: string): Promise<FollowedWire> {
  const [artists, works] = await Promise.all([
    sql<FollowedWire['artists']>`
      select artists.name, work.uid, artists.slug as page
      from private.follows
      join private.artists on artists.id = artist_id
      cross join lateral (
        select uid from projects
        where lower(author_wallet) = artists.wallet and is_active
        order by id desc
        limit 1
      ) work
      where follows.user_id = ${fan}
      order by follows.created_at desc, artists.id`,
    sql<FollowedWire['works']>`
      select project_name as name, author, projects.uid, below
      from private.watches
      join projects on projects.id = watches.project_id
      where watches.user_id = ${fan}
      order by watches.created_at desc, projects.id`,
  ])
  return { artists: [...artists], works: [...works] }
}
