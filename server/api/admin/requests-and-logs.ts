/** The part of /api/v1/admin where requests are decided and failures looked into. Only behind `onlyAdmins`. */
import type { Hono } from 'hono'
import { requestReconciliation } from '../../commands/reconcile.ts'
import { discardJob, replayWebhook, retryJob, retryOperation } from '../../commands/repeat-failed.ts'
import { auditTrail } from '../../queries/admin/audit-trail.ts'
import { failedJobs } from '../../queries/admin/failed-jobs.ts'
import { failedOperations } from '../../queries/admin/failed-operations.ts'
import { proposals } from '../../queries/admin/proposals.ts'
import { reconciliations } from '../../queries/admin/reconciliations.ts'
import { webhooks } from '../../queries/admin/webhooks.ts'
import { withdrawals } from '../../queries/admin/withdrawals.ts'
import { answer } from '../answers.ts'
import type { ApiContext, ApiEnv } from '../door.ts'
import { administrator } from './administrator.ts'
import type { AddList } from './lists.ts'
import { postDeed } from './repeat.ts'
import { getProposal, postApproval, postProposal, postRejection } from './requests.ts'

export function addRequestsAndLogs(admin: Hono<ApiEnv>, ctx: ApiContext, list: AddList): void {
  const aloneUpTo = ctx.env.WITHDRAWAL_SECOND_PERSON_ABOVE
  list('withdrawals', withdrawals('all', aloneUpTo))
  list('withdrawals-waiting', withdrawals('waiting', aloneUpTo))
  admin.post('/withdrawals/:uid/approve', postApproval(ctx))
  admin.post('/withdrawals/:uid/reject', postRejection(ctx))
  list('proposals', proposals)
  admin.get('/proposals/:id', getProposal(ctx))
  admin.post('/proposals/:id', postProposal(ctx))

  list('audit', auditTrail)
  list('failed-jobs', failedJobs)
  admin.post('/failed-jobs/:id/retry', postDeed(ctx, retryJob))
  admin.post('/failed-jobs/:id/discard', postDeed(ctx, discardJob))
  list('failed-operations', failedOperations)
  admin.post('/failed-operations/:id/retry', postDeed(ctx, retryOperation))
  list('webhooks', webhooks)
  admin.post('/webhooks/:id/replay', postDeed(ctx, replayWebhook))
  list('reconciliations', reconciliations)
  admin.post('/reconciliations', async (c) =>
    answer(c, await requestReconciliation(ctx.sql, administrator(c))),
  )
}
