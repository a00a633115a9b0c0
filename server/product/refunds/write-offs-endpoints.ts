/** POST /admin/users/{uid}/write-offs, POST /admin/write-offs/{uid}/approve and /reject. */
import type { Hono } from 'hono'
import * as v from 'valibot'
import { REASON_MAX } from '#domain/refund.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { centavos, idempotencyKey, readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { words } from '../back-office/read.ts'
import { approveWriteOff, rejectWriteOff, requestWriteOff } from './write-off-debt.ts'

export const body = v.object({ amount: centavos, reason: words(REASON_MAX) })

/** Only behind `onlyAdmins`. */
export function addWriteOffs(admin: Hono<ApiEnv>, ctx: ApiContext): void {
  admin.post('/users/:uid/write-offs', async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'user_not_found')
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const request = { ...input, key, requestHash: hashRequest(`/admin/users/${uid}/write-offs`, input) }
    return answer(c, await requestWriteOff(ctx, uid, request, administrator(c)))
  })
  admin.post('/write-offs/:uid/approve', async (c) => {
    const uid = readUid(c)
    return uid
      ? answer(c, await approveWriteOff(ctx, uid, administrator(c)))
      : refusal(c, 'write_off_not_found')
  })
  admin.post('/write-offs/:uid/reject', async (c) => {
    const uid = readUid(c)
    return uid
      ? answer(c, await rejectWriteOff(ctx.sql, uid, administrator(c)))
      : refusal(c, 'write_off_not_found')
  })
}
