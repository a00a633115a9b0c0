/** GET /admin/support/{id}, POST /admin/support/{id}/answers {message} and /admin/support/{id}/close. */
import type { Handler, Hono } from 'hono'
import * as v from 'valibot'
import { MESSAGE_MAX } from '#domain/request.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { idempotencyKey, readBody } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { readNumber, words } from '../back-office/read.ts'
import { answerSupport, closeSupport } from './answer.ts'
import { findSupport } from './requests.ts'

export const body = v.object({ message: words(MESSAGE_MAX) })

/** Only behind `onlyAdmins`. */
export function addSupport(admin: Hono<ApiEnv>, ctx: ApiContext): void {
  admin.get('/support/:id', async (c) => {
    const id = readNumber(c)
    const found = id === null ? null : await findSupport(ctx.sql, id)
    return found ? c.json({ data: found }) : refusal(c, 'record_not_found')
  })
  admin.post('/support/:id/answers', postAnswer(ctx))
  admin.post('/support/:id/close', async (c) => {
    const id = readNumber(c)
    return id === null
      ? refusal(c, 'record_not_found')
      : answer(c, await closeSupport(ctx.sql, id, administrator(c)))
  })
}

function postAnswer(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const id = readNumber(c)
    if (id === null) return refusal(c, 'record_not_found')
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const sent = { ...input, key, requestHash: hashRequest(`/admin/support/${id}/answers`, input) }
    return answer(c, await answerSupport(ctx.sql, id, sent, administrator(c)))
  }
}
