/** Opens the first lot of a project whose contract exists. */
import { ok, type Result, refuse } from '#domain/result.ts'
import type { Sql } from '../db/sql.ts'

export async function publishProject(sql: Sql, projectUid: string): Promise<Result<null>> {
  const published = await sql`
    update projects set is_active = true
    where uid = ${projectUid} and contract_address is not null
    returning uid`
  return published.length === 1 ? ok(null) : refuse('project_not_published')
}
