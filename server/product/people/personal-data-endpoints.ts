/** GET /personal-data: all of it as one file. POST /erase-account {email}: the end of it. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody } from '../api/input.ts'
import { createUseLimit } from '../api/use-limit.ts'
import { eraseAccount } from './erase-account.ts'
import { personalData } from './personal-data.ts'

/** Reading a whole history costs more than any screen does. */
const EXPORTS_PER_MINUTE = 3

export function getPersonalData(ctx: ApiContext): Handler<ApiEnv> {
  const mayExport = createUseLimit(EXPORTS_PER_MINUTE)
  return (c) => {
    const { uid } = c.get('fan')
    if (!mayExport(uid)) return refusal(c, 'too_many_requests')
    c.header('content-type', 'application/json; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="tune.json"')
    return c.body(ReadableStream.from(personalData(ctx.sql, uid)).pipeThrough(new TextEncoderStream()))
  }
}

export const body = v.object({ email: v.string() })

export function postEraseAccount(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    return input
      ? answer(c, await eraseAccount(ctx.sql, c.get('fan').uid, input.email))
      : refusal(c, 'malformed')
  }
}
