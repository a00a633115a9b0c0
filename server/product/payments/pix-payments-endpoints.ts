/** A fan's own payments by PIX: the one that waits, how one stands, and giving one up. */
import type { Handler } from 'hono'
import * as v from 'valibot'
import { refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readUid, uuid } from '../api/input.ts'
import { pendingPayment } from './check-payment.ts'
import { closePixPayment } from './close-pix-payment.ts'
import { findOpenPix, findPix, pixWire } from './pix-payments.ts'

const openQuery = v.variant('typeBuy', [
  v.object({ typeBuy: v.picklist(['mint', 'bid']), UID: uuid }),
  v.object({ typeBuy: v.literal('balance'), UID: v.optional(v.literal(''), '') }),
])

/** GET /pix-payments?typeBuy=&UID= answers the code that can still be paid, or null. */
export function getOpenPix(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const query = v.safeParse(openQuery, c.req.query())
    if (!query.success) return refusal(c, 'malformed')
    const { typeBuy: flow, UID } = query.output
    const open = await findOpenPix(ctx.sql, c.get('fan').uid, { flow, projectUid: UID || null })
    return c.json({ data: open?.brCode ? pixWire(open) : null })
  }
}

/** GET /pix-payments/{uid} */
export function getPix(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const payment = uid ? await findPix(ctx.sql, c.get('fan').uid, uid) : null
    return payment ? c.json({ data: pixWire(payment) }) : refusal(c, 'not_found')
  }
}

/** POST /pix-payments/{uid}/cancel withdraws a code; what was paid before that stays paid. Answers how it then stands. */
export function postCancelPix(ctx: ApiContext): Handler<ApiEnv> {
  return async (c) => {
    const uid = readUid(c)
    const fanUid = c.get('fan').uid
    const payment = uid ? await findPix(ctx.sql, fanUid, uid) : null
    if (!uid || !payment) return refusal(c, 'not_found')
    try {
      if (await pendingPayment(ctx, payment.id)) {
        await closePixPayment(ctx, payment.id, await ctx.pix.cancelCharge(uid))
      }
    } catch (fault) {
      ctx.log.error({ err: fault, payment: uid }, 'the PIX provider did not withdraw a code')
      return refusal(c, 'pix_unavailable')
    }
    const now = await findPix(ctx.sql, fanUid, uid)
    return now ? c.json({ data: pixWire(now) }) : refusal(c, 'not_found')
  }
}
