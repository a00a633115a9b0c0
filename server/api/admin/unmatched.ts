/** GET /admin/unmatched and /admin/unmatched-waiting, POST /admin/unmatched/{uid}/decide. Only behind `onlyAdmins`. */
import type { Hono } from 'hono'
import * as v from 'valibot'
import { UNMATCHED_OUTCOMES } from '#domain/money-decision.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { settleUnmatched } from '../../commands/settle-unmatched.ts'
import { unmatched } from '../../queries/admin/unmatched.ts'
import { answer, refusal } from '../answers.ts'
import type { ApiContext, ApiEnv } from '../door.ts'
import { readBody, readUid } from '../input.ts'
import { administrator } from './administrator.ts'
import type { AddList } from './lists.ts'
import { reference } from './outgoing.ts'
import { words } from './read.ts'

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
