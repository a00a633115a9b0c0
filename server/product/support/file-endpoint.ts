/** GET /admin/support/{id}/file: what somebody attached. Strangers sent it, so browsers are told never to open it in place. */
import type { Handler } from 'hono'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readNumber } from '../back-office/read.ts'
import { supportFile } from './requests.ts'

export function getSupportFile(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const id = readNumber(c)
    const file = id === null ? null : await supportFile(ctx.sql, id)
    if (!file) return refusal(c, 'not_found')
    return c.body(new Uint8Array(file.bytes), 200, {
      'content-type': file.type,
      'content-disposition': 'attachment',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
    })
  }
}
