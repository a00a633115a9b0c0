/** Brings the end of a project forward to this instant. The engine settles it like any end. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Actor, audit } from '../../platform/audit.ts'
import { count, parseRow, parseSoleRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { mailArtistOf } from '../mail-artist.ts'
import { lockProject } from '../projects/public.ts'

/**
 * `name` is the project's, typed to confirm. Windows that ended before still find the standing bids; the others are
 * released, and gifts that nobody has accepted go back to their givers at once. Closing a closed project changes nothing.
 */
export function closeProject(
  sql: Sql,
  { uid, name }: { uid: string; name: string },
  by: Actor,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = await lockProject(tx, uid)
    if (!project) return refuse('project_not_found')
    if (project.name !== name) return refuse('malformed')
    if (project.isClosed) return ok(null)
    const closed = parseRow(
      v.object({ at: v.date(), standing: count }),
      await tx`
        update projects set expired_at = clock_timestamp()
        from market.state
        where projects.id = ${project.id} and state.project_id = projects.id
        returning expired_at as at, standing`,
    )
    await tx`select market.wake_watchers(${project.id})`
    const ended = parseSoleRow(
      v.object({ gifts: count }),
      await tx`
        select market.return_gifts(array(
          select id from private.gifts where project_id = ${project.id} and status = 'waiting'
        ), 'closed') as gifts`,
    )
    await mailArtistOf(tx, { ...project, uid }, 'artist_work_closed')
    await audit(tx, by, {
      action: 'project.close',
      subject: uid,
      before: { expiredAt: project.expiredAt, bidsStanding: closed?.standing, giftsWaiting: ended.gifts },
      after: { expiredAt: closed?.at },
    })
    return ok(null)
  })
}
