/** POST /admin/failed-jobs/{id}/retry and /discard, /admin/failed-operations/{id}/retry, /admin/webhooks/{id}/replay. */
import type { Handler } from 'hono'
import type { Result } from '#domain/result.ts'
import type { Administrator } from '../../platform/audit.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { administrator } from '../back-office/administrator.ts'
import { readNumber } from '../back-office/read.ts'

type Deed = (sql: Sql, id: number, by: Administrator) => Promise<Result<null>>

export function postDeed(ctx: ApiContext, deed: Deed): Handler<ApiEnv> {
  return async (c) => {
    const id = readNumber(c)
    if (id === null) return refusal(c, 'record_not_found')
    return answer(c, await deed(ctx.sql, id, administrator(c)))
  }
}
