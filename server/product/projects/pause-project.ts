/**
 * Pauses a project and resumes it. While it is paused nothing of it is sold and nobody bids; bids that stand keep their
 * money held, and units that come free wait for the end of the pause (decision 020). The actions are db/migrations/0025.
 */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

type Context = Pick<ServerContext, 'sql'>

/** Pausing a paused project changes nothing. */
export function pauseProject(ctx: Context, uid: string, by: Administrator): Promise<Result<null>> {
  return change(ctx, uid, by, { action: 'project.pause', isPaused: true })
}

/** What came free meanwhile goes to the best bids at once. Resuming one that is not paused changes nothing. */
export function resumeProject(ctx: Context, uid: string, by: Administrator): Promise<Result<null>> {
  return change(ctx, uid, by, { action: 'project.resume', isPaused: false })
}

type Deed = { action: 'project.pause' | 'project.resume'; isPaused: boolean }

function change({ sql }: Context, uid: string, by: Administrator, deed: Deed): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = await lockProject(tx, uid)
    if (!project) return refuse('project_not_found')
    if (!project.isActive) return refuse('project_not_published')
    if (project.isClosed) return refuse('project_closed')
    if (project.isPaused === deed.isPaused) return ok(null)
    if (deed.isPaused) await tx`select market.pause(${project.id}, private.platform_wallet())`
    else await tx`select market.resume(${project.id}, private.platform_wallet())`
    await audit(tx, by, {
      action: deed.action,
      subject: uid,
      before: { isPaused: project.isPaused },
      after: { isPaused: deed.isPaused },
    })
    return ok(null)
  })
}

export type LockedProject = {
  id: number
  name: string
  isActive: boolean
  isClosed: boolean
  isPaused: boolean
  expiredAt: Date
}

/**
 * Takes the project's row, before its market, as whoever changes a project does; then both, so that what is read next
 * is what bids and sales under way have left.
 */
export async function lockProject(tx: Tx, uid: string): Promise<LockedProject | null> {
  const [found] = await tx<{ id: number }[]>`select id from projects where uid = ${uid} for no key update`
  if (!found) return null
  await tx`select market.lock(array[${found.id}::bigint])`
  const [project] = await tx<LockedProject[]>`
    select id, project_name as name, is_active as "isActive", expired_at as "expiredAt",
      expired_at <= clock_timestamp() as "isClosed", paused_at is not null as "isPaused"
    from projects
    where id = ${found.id}`
  return project ?? null
}
