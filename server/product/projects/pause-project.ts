/**
 * Pauses and resumes a project. While it is paused nothing of it is sold and nobody bids; standing bids keep their
 * money held, and units that become free wait for the end of the pause (decision 020). The actions are in
 * server/product/market/sql/pause.sql.
 */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { parseRow, rowId } from '../../platform/db/rows.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { mailArtistOf } from '../mail-artist.ts'

type Context = Pick<ServerContext, 'sql'>

/** Pausing a paused project changes nothing. */
export function pauseProject(ctx: Context, uid: string, by: Actor): Promise<Result<null>> {
  return change(ctx, uid, by, { action: 'project.pause', isPaused: true })
}

/**
 * Units that became free meanwhile go to the best bids at once. Resuming a project that is not paused changes
 * nothing.
 */
export function resumeProject(ctx: Context, uid: string, by: Actor): Promise<Result<null>> {
  return change(ctx, uid, by, { action: 'project.resume', isPaused: false })
}

type PauseChange = { action: 'project.pause' | 'project.resume'; isPaused: boolean }

function change({ sql }: Context, uid: string, by: Actor, change: PauseChange): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = await lockProject(tx, uid)
    if (!project) return refuse('project_not_found')
    if (!project.isActive) return refuse('project_not_published')
    if (project.isClosed) return refuse('project_closed')
    if (project.isPaused === change.isPaused) return ok(null)
    if (change.isPaused) await tx`select market.pause(${project.id})`
    else await tx`select market.resume(${project.id})`
    const template = change.isPaused ? 'artist_work_paused' : 'artist_work_resumed'
    await mailArtistOf(tx, { ...project, uid }, template)
    await audit(tx, by, {
      action: change.action,
      subject: uid,
      before: { isPaused: project.isPaused },
      after: { isPaused: change.isPaused },
    })
    return ok(null)
  })
}

const lockedProjectRow = v.object({
  id: rowId,
  name: v.string(),
  isActive: v.boolean(),
  isClosed: v.boolean(),
  isPaused: v.boolean(),
  expiredAt: v.date(),
})
export type LockedProject = v.InferOutput<typeof lockedProjectRow>

/**
 * Locks the project's row before its market, the order used by all changes of a project; with both held, reads see
 * the result of every bid and sale.
 */
export async function lockProject(tx: Tx, uid: string): Promise<LockedProject | null> {
  const found = parseRow(
    v.object({ id: rowId }),
    await tx`select id from projects where uid = ${uid} for no key update`,
  )
  if (!found) return null
  await tx`select market.lock(array[${found.id}::bigint])`
  const project = parseRow(
    lockedProjectRow,
    await tx`
      select id, project_name as name, is_active as "isActive", expired_at as "expiredAt",
        expired_at <= clock_timestamp() as "isClosed", paused_at is not null as "isPaused"
      from projects
      where id = ${found.id}`,
  )
  return project ?? null
}
