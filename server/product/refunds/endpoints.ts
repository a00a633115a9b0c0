/** Money that goes back: cooling-off cancellations, refunds, and written-off debts. */
import { hashRequest } from '../../platform/idempotency.ts'
import { endpoints } from '../api/serve.ts'
import { serveList } from '../back-office/lists.ts'
import { cancelInCoolingOff } from './cancel-in-cooling-off.ts'
import { refundsCalls } from './contract.ts'
import { debtors } from './debtors.ts'
import { approveRefund, previewApprovedRefund, rejectRefund } from './decide-refund.ts'
import { waitingRefunds } from './refunds.ts'
import { previewRefund, requestRefund } from './request-refund.ts'
import { closeUnclaimed } from './unclaimed-money.ts'
import {
  approveWriteOff,
  previewApprovedWriteOff,
  previewWriteOff,
  rejectWriteOff,
  requestWriteOff,
} from './write-off-debt.ts'
import { waitingWriteOffs } from './write-offs.ts'

export const refundsEndpoints = endpoints(refundsCalls, (ctx) => {
  const { sql } = ctx
  return {
    'POST /regret': ({ fan, body }) => cancelInCoolingOff(ctx, fan.uid, body.UID),

    'POST /admin/activity/{uid}/refunds': ({ params, body, key, by }) => {
      const requestHash = hashRequest(`/admin/activity/${params.uid}/refunds`, body)
      return requestRefund(ctx, params.uid, { ...body, key, requestHash }, by)
    },
    'GET /admin/activity/{uid}/refund-lines': ({ params, query, by }) =>
      previewRefund(sql, params.uid, query, by),
    'POST /admin/activity/{uid}/unclaimed': ({ params, body, by }) =>
      closeUnclaimed(sql, params.uid, body.reason, by),
    ...serveList(sql, '/admin/refunds-waiting', waitingRefunds),
    'GET /admin/refunds/{uid}/approve-lines': ({ params, by }) => previewApprovedRefund(sql, params.uid, by),
    'POST /admin/refunds/{uid}/approve': ({ params, body, by }) =>
      approveRefund(ctx, params.uid, by, body.despitePlay),
    'POST /admin/refunds/{uid}/reject': ({ params, body, by }) =>
      rejectRefund(sql, params.uid, body.reason, by),

    ...serveList(sql, '/admin/debtors', debtors),
    ...serveList(sql, '/admin/write-offs-waiting', waitingWriteOffs),
    'POST /admin/users/{uid}/write-offs': ({ params, body, key, by }) => {
      const requestHash = hashRequest(`/admin/users/${params.uid}/write-offs`, body)
      return requestWriteOff(ctx, params.uid, { ...body, key, requestHash }, by)
    },
    'GET /admin/users/{uid}/write-off-lines': ({ params, query, by }) =>
      previewWriteOff(sql, params.uid, query.amount, by),
    'GET /admin/write-offs/{uid}/approve-lines': ({ params, by }) =>
      previewApprovedWriteOff(sql, params.uid, by),
    'POST /admin/write-offs/{uid}/approve': ({ params, by }) => approveWriteOff(ctx, params.uid, by),
    'POST /admin/write-offs/{uid}/reject': ({ params, by }) => rejectWriteOff(sql, params.uid, by),
  }
})
