/** Opens the first lot of a project whose contract exists. Once it is open, repeating it changes nothing. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'
import { raiseAlert } from '../alerts/public.ts'

/** `by` is null where no person decides: the demonstration world publishes its own. */
export async function publishProject(
  sql: Sql,
  projectUid: string,
  by: Administrator | null,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = parseRow(
      v.object({
        id: v.number(),
        name: v.string(),
        isActive: v.boolean(),
        isClosed: v.boolean(),
        contract: v.nullable(v.string()),
        expiredAt: v.date(),
        opensAt: v.nullable(v.date()),
        isWaiting: v.boolean(),
      }),
      await tx`
        select id, project_name as name, expired_at as "expiredAt", opens_at as "opensAt",
          coalesce(opens_at > clock_timestamp(), false) as "isWaiting", is_active as "isActive", expired_at <= clock_timestamp() as "isClosed", contract_address as contract
        from projects where uid = ${projectUid}
        for no key update`,
    )
    if (!project?.contract) return refuse('project_not_published')
    if (project.isActive) return ok(null)
    if (project.isClosed) return refuse('project_closed')
    await tx`update projects set is_active = true where uid = ${projectUid}`
    await announce(tx, projectUid, project)
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
  const opens = isWaiting && opensAt ? { opens: opensAt.toISOString() } : {}
  const data = { project: name, work, until: until.toISOString(), ...opens }
  return raiseAlert(tx, { key: `${kind}:${id}`, kind, projectId: id, data })
}
