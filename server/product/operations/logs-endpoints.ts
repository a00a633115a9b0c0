/** The part of /api/v1/admin where requests are decided and failures looked into. Only behind `onlyAdmins`. */
import type { Hono } from 'hono'
import { answer } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { administrator } from '../back-office/administrator.ts'
import type { AddList } from '../back-office/lists.ts'
import { proposals } from '../projects/proposals.ts'
import { getProposal, postApproval, postProposal, postRejection } from '../withdrawals/admin-endpoints.ts'
import { withdrawals } from '../withdrawals/admin-withdrawals.ts'
import { auditTrail } from './audit-trail.ts'
import { failedJobs } from './failed-jobs.ts'
import { failedOperations } from './failed-operations.ts'
import { reconciliations } from './reconciliations.ts'
import { requestReconciliation } from './record-reconciliation.ts'
import { postDeed } from './repeat-endpoints.ts'
import { discardJob, replayWebhook, retryJob, retryOperation } from './repeat-failed.ts'
import { webhooks } from './webhooks.ts'

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
