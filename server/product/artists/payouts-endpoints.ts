/** GET /admin/payouts-waiting, GET /admin/payouts/{uid}, POST …/approve and …/reject {reason}. Only behind `onlyAdmins`. */
import type { Hono } from 'hono'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid } from '../api/input.ts'
import { administrator } from '../back-office/administrator.ts'
import type { AddList } from '../back-office/lists.ts'
import { reasonBody } from '../back-office/read.ts'
import { approvePayout, rejectPayout } from './decide-payout.ts'
import { findPayoutReceipt, payouts } from './payouts.ts'

export function addPayouts(admin: Hono<ApiEnv>, { sql, env }: ApiContext, list: AddList): void {
  list('payouts-waiting', payouts(null))
  admin.get('/payouts/:uid', async (c) => {
    const uid = readUid(c)
    const receipt = uid ? await findPayoutReceipt(sql, uid) : null
    return receipt ? c.json({ data: receipt }) : refusal(c, 'payout_not_found')
  })
  admin.post('/payouts/:uid/approve', async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'payout_not_found')
    return answer(c, await approvePayout(sql, uid, administrator(c), env.WITHDRAWAL_SECOND_PERSON_ABOVE))
  })
  admin.post('/payouts/:uid/reject', async (c) => {
    const uid = readUid(c)
    if (!uid) return refusal(c, 'payout_not_found')
    const input = await readBody(c, reasonBody)
    if (!input) return refusal(c, 'malformed')
    return answer(c, await rejectPayout(sql, uid, input.reason, administrator(c)))
  })
}
