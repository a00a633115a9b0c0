/** POST /alert {screen, message}: tells support that a screen failed for somebody. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody } from '../api/input.ts'
import { raiseAlert } from './report-screen-failure.ts'

export const body = v.object({
  screen: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  message: v.pipe(v.string(), v.maxLength(500)),
})

export function postAlert(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const input = await readBody(c, body)
    return input ? answer(c, await raiseAlert(ctx, c.get('fan'), input)) : refusal(c, 'malformed')
  }
}
