/** GET /personal-data: all of it as one file. POST /erase-account {email}: the end of it. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { eraseAccount } from '../commands/erase-account.ts'
import { personalData } from '../queries/personal-data.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readBody } from './input.ts'
import { createUseLimit } from './use-limit.ts'

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
