/** POST /alert {screen, message}: tells support that a screen failed for somebody. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { raiseAlert } from '../commands/raise-alert.ts'
import { answer, refusal } from './answers.ts'
import type { ApiContext, ApiEnv } from './door.ts'
import { readBody } from './input.ts'

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
