/** GET /admin/unmatched and /admin/unmatched-waiting, POST /admin/unmatched/{uid}/decide. Only behind `onlyAdmins`. */
import type { Hono } from 'hono'
import * as v from 'valibot'
import { UNMATCHED_OUTCOMES } from '#domain/money-decision.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import type { AddList } from '../back-office/lists.ts'
import { words } from '../back-office/read.ts'
import { reference } from '../operations/outgoing-endpoints.ts'
import { settleUnmatched } from './settle-unmatched.ts'
import { unmatched } from './unmatched.ts'

const ADDRESS_MAX = 254

export const unmatchedBody = v.object({
  outcome: v.picklist(UNMATCHED_OUTCOMES),
  reference,
  to: v.optional(words(ADDRESS_MAX)),
  note: words(REASON_MAX),
})

export function addUnmatched(admin: Hono<ApiEnv>, ctx: ApiContext, list: AddList): void {
  const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  list('unmatched', unmatched('all', aloneUpTo))
  list('unmatched-waiting', unmatched('waiting', aloneUpTo))
  admin.post('/unmatched/:uid/decide', async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'unmatched_not_found')
    const input = await readBody(c, unmatchedBody)
    if (!input || (input.outcome === 'returned' && !input.reference)) return refusal(c, 'malformed')
    const { outcome, note, reference: name = null, to = null } = input
    return answer(
      c,
      await settleUnmatched(ctx, uid, { outcome, note, reference: name, to }, administrator(c)),
    )
  })
}
