/** Opens the first lot of a project whose contract exists and whose video can be played. Once it is open, repeating it changes nothing. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { raiseAlert } from '../alerts/public.ts'
import { notifyFans } from '../outbox.ts'
import { askVideoHost } from './video-library.ts'

/** As somebody asks for it: the video is looked at first, since nobody can take a publication back. */
export async function publishChecked(
  ctx: Pick<ServerContext, 'sql' | 'video' | 'log'>,
  projectUid: string,
  by: Actor,
): Promise<Result<null>> {
  const project = parseRow(
    v.object({ videoId: v.string(), isOpen: v.boolean() }),
    await ctx.sql`
      select video_id as "videoId", is_active or expired_at <= clock_timestamp() as "isOpen"
      from projects where uid = ${projectUid} and contract_address is not null`,
  )
  // What is open already, or cannot be opened, is said as ever.
  if (!project || project.isOpen) return publishProject(ctx.sql, projectUid, by)
  const video = await askVideoHost(ctx, () => ctx.video.readiness(project.videoId))
  if (!video.ok) return video
  if (video.value === 'missing') return refuse('video_missing')
  if (video.value === 'not_ready') return refuse('video_not_ready')
  return publishProject(ctx.sql, projectUid, by, project.videoId)
}

/** `by` is null where no person decides: the demonstration world publishes its own. `videoId` is the one that was looked at. */
export async function publishProject(
  sql: Sql,
  projectUid: string,
  by: Actor | null,
  videoId?: string,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = parseRow(
      v.object({
        id: v.number(),
        name: v.string(),
        videoId: v.string(),
        isActive: v.boolean(),
        isClosed: v.boolean(),
        contract: v.nullable(v.string()),
        expiredAt: v.date(),
        opensAt: v.nullable(v.date()),
        isWaiting: v.boolean(),
        isSplitOpen: v.boolean(),
      }),
      await tx`
        select id, project_name as name, video_id as "videoId", expired_at as "expiredAt", opens_at as "opensAt",
          coalesce(opens_at > clock_timestamp(), false) as "isWaiting", is_active as "isActive",
          exists (select from private.splits where project_id = projects.id and status = 'proposed') as "isSplitOpen",
          expired_at <= clock_timestamp() as "isClosed", contract_address as contract
        from projects where uid = ${projectUid}
        for no key update`,
    )
    if (!project?.contract) return refuse('project_not_published')
    if (project.isActive) return ok(null)
    if (project.isClosed) return refuse('project_closed')
    // Who gets what is settled before anything is sold.
    if (project.isSplitOpen) return refuse('split_waiting')
    if (videoId !== undefined && videoId !== project.videoId) return refuse('project_changed')
    await tx`update projects set is_active = true where uid = ${projectUid}`
    await announce(tx, projectUid, project)
    await tellArtist(tx, projectUid, project)
    if (by) {
      await audit(tx, by, {
        action: 'project.publish',
        subject: projectUid,
        before: { isActive: false },
        after: { isActive: true },
      })
    }
    return ok(null)
  })
}

type Announced = { id: number; name: string; expiredAt: Date; opensAt: Date | null; isWaiting: boolean }

/** Followers of the artist hear of a new work: of its hour, or that it is on sale. */
function announce(
  tx: Tx,
  work: string,
  { id, name, expiredAt, opensAt, isWaiting }: Announced,
): Promise<void> {
  const [kind, until] =
    isWaiting && opensAt ? (['lot_announced', opensAt] as const) : (['lot_opened', expiredAt] as const)
  const data = { project: name, work, until: until.toISOString(), ...openingOf({ opensAt, isWaiting }) }
  return raiseAlert(tx, { key: `${kind}:${id}`, kind, projectId: id, data })
}

function openingOf({ opensAt, isWaiting }: Pick<Announced, 'opensAt' | 'isWaiting'>): { opens?: string } {
  return isWaiting && opensAt ? { opens: opensAt.toISOString() } : {}
}

/** Whoever looks after the artist hears that their work is there, and when its first lot opens. */
async function tellArtist(tx: Tx, uid: string, work: Announced): Promise<void> {
  const opening = openingOf(work)
  const told = await tx<{ fan: string; artist: string }[]>`
    select user_id as fan, name as artist
    from projects
    join private.artists on wallet = lower(author_wallet)
    join private.artist_accounts accounts on artist_id = artists.id and ended_at is null
    where projects.uid = ${uid}`
  await notifyFans(
    tx,
    told.map(({ fan, artist }) => ({
      fan,
      kind: 'work_published',
      data: { project: work.name, artist, cover: uid, ...opening },
    })),
  )
}
