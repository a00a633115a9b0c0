/** Money that leaves a wallet by PIX: requested, cancelled, approved or rejected. */
import { ok } from '#domain/result.ts'
import { hashRequest } from '../../platform/idempotency.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { withdrawals } from './admin-withdrawals.ts'
import { withdrawalsCalls } from './contract.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  previewApprovedWithdrawal,
  rejectWithdrawal,
} from './decide-withdrawal.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { listWithdrawals } from './withdrawals.ts'

export const withdrawalsEndpoints = endpoints(withdrawalsCalls, ({ sql, env }) => {
  const limit = env.WITHDRAWAL_SECOND_PERSON_ABOVE
  return {
    'GET /redeem-balance': async ({ fan, query }) => ok(await listWithdrawals(sql, fan.uid, query)),
    'POST /redeem-balance': ({ fan, body, key }) => {
      const requestHash = hashRequest('/redeem-balance', body)
      return requestWithdrawal(sql, fan.uid, { ...body, key, requestHash })
    },
    'POST /redeem-balance/{uid}/cancel': ({ fan, params }) => cancelWithdrawal(sql, fan.uid, params.uid),

    ...serveList(sql, '/admin/withdrawals', withdrawals('all', limit)),
    ...serveList(sql, '/admin/withdrawals-waiting', withdrawals('waiting', limit)),
    'GET /admin/withdrawals/{uid}/approve-lines': ({ params, by }) =>
      previewApprovedWithdrawal(sql, params.uid, by),
    'POST /admin/withdrawals/{uid}/approve': ({ params, by }) =>
      approveWithdrawal(sql, params.uid, by, limit),
    'POST /admin/withdrawals/{uid}/reject': ({ params, body, by }) =>
      rejectWithdrawal(sql, params.uid, body.reason, by),
  }
})
