/** GET /admin/activity/{uid}, POST /admin/activity/{uid}/refunds and /unclaimed, POST /admin/refunds/{uid}/approve and /reject. */
import type { Handler, Hono } from 'hono'
import * as v from 'valibot'
import { REASON_MAX, REFUND_DESTINATIONS } from '#domain/refund.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { centavos, idempotencyKey, readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import { reasonBody, words } from '../back-office/read.ts'
import { findPayment } from '../payments/payment.ts'
import { approveRefund, rejectRefund } from './decide-refund.ts'
import { requestRefund } from './request-refund.ts'
import { settleUnclaimed } from './unclaimed-money.ts'

export const body = v.object({
  amount: centavos,
  destination: v.picklist(REFUND_DESTINATIONS),
  reason: words(REASON_MAX),
  despitePlay: v.boolean(),
})

/** Only behind `onlyAdmins`. */
export function addRefunds(admin: Hono<ApiEnv>, ctx: ApiContext): void {
  admin.get('/activity/:uid', async (c) => {
    const uid = readUid(c)
    const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
    const payment = uid ? await findPayment(ctx.sql, uid, aloneUpTo) : null
    return payment ? c.json({ data: payment }) : refusal(c, 'payment_not_found')
  })
  admin.post('/activity/:uid/refunds', postRefund(ctx))
  admin.post('/activity/:uid/unclaimed', async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'payment_not_found')
    const input = await readBody(c, reasonBody)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await settleUnclaimed(ctx.sql, uid, input.reason, administrator(c)))
  })
  admin.post('/refunds/:uid/approve', async (c) => {
    const uid = readUid(c)
    return uid ? answer(c, await approveRefund(ctx, uid, administrator(c))) : refusal(c, 'refund_not_found')
  })
  admin.post('/refunds/:uid/reject', async (c) => {
    const uid = readUid(c)
    return uid
      ? answer(c, await rejectRefund(ctx.sql, uid, administrator(c)))
      : refusal(c, 'refund_not_found')
  })
}

function postRefund(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'payment_not_found')
    const input = await readBody(c, body)
    const key = idempotencyKey(c)
    if (!input || key === undefined) return refusal(c, 'malformed')
    const request = { ...input, key, requestHash: hashRequest(`/admin/activity/${uid}/refunds`, input) }
    return answer(c, await requestRefund(ctx, uid, request, administrator(c)))
  }
}
