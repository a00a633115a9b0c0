/** Opens the first lot of a project whose contract exists. Once it is open, repeating it changes nothing. */
import * as v from 'valibot'
import { ok, type Result, refuse } from '#domain/result.ts'
import { type Administrator, audit } from '../../platform/audit.ts'
import { parseRow } from '../../platform/db/rows.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { transact } from '../../platform/db/transact.ts'

/** `by` is null where no person decides: the demonstration world publishes its own. */
export async function publishProject(
  sql: Sql,
  projectUid: string,
  by: Administrator | null,
): Promise<Result<null>> {
  return transact(sql, async (tx) => {
    const project = parseRow(
      v.object({ isActive: v.boolean(), isClosed: v.boolean(), contract: v.nullable(v.string()) }),
      await tx`
        select is_active as "isActive", expired_at <= clock_timestamp() as "isClosed", contract_address as contract
        from projects where uid = ${projectUid}
        for no key update`,
    )
    if (!project?.contract) return refuse('project_not_published')
    if (project.isActive) return ok(null)
    if (project.isClosed) return refuse('project_closed')
    await tx`update projects set is_active = true where uid = ${projectUid}`
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
