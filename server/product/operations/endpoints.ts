/** What an operator watches and fixes: figures, logs, failures, and outgoing payments that no job moves any more. */
import { isReference, type Outgoing } from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Administrator } from '../../platform/audit.ts'
import { endpoints } from '../api/serve.ts'
import { findDecision } from '../approvals/decisions.ts'
import { serveList } from '../back-office/lists.ts'
import { answerUnmatched } from '../payments/public.ts'
import { askProvider } from './ask-provider.ts'
import { auditTrail } from './audit-trail.ts'
import { type OutgoingAnswerWire, operationsCalls } from './contract.ts'
import {
  approveOutgoing,
  decideOutgoing,
  haltOutgoing,
  rejectOutgoing,
  retryOutgoing,
} from './decide-outgoing.ts'
import { failedJobs } from './failed-jobs.ts'
import { failedOperations } from './failed-operations.ts'
import { readFigures } from './figures.ts'
import { reconciliations } from './reconciliations.ts'
import { requestReconciliation } from './record-reconciliation.ts'
import { discardJob, replayWebhook, retryJob, retryOperation } from './repeat-failed.ts'
import { stuck } from './stuck.ts'
import { webhooks } from './webhooks.ts'

export const operationsEndpoints = endpoints(operationsCalls, (ctx) => {
  const { sql } = ctx
  return {
    'GET /admin/figures': async () => ok(await readFigures(sql)),

    ...serveList(sql, '/admin/audit', auditTrail),
    ...serveList(sql, '/admin/failed-jobs', failedJobs),
    'POST /admin/failed-jobs/{id}/retry': ({ params, by }) => retryJob(sql, params.id, by),
    'POST /admin/failed-jobs/{id}/discard': ({ params, by }) => discardJob(sql, params.id, by),
    ...serveList(sql, '/admin/failed-operations', failedOperations),
    'POST /admin/failed-operations/{id}/retry': ({ params, by }) => retryOperation(sql, params.id, by),
    ...serveList(sql, '/admin/webhooks', webhooks),
    'POST /admin/webhooks/{id}/replay': ({ params, by }) => replayWebhook(sql, params.id, by),
    ...serveList(sql, '/admin/reconciliations', reconciliations),
    'POST /admin/reconciliations': ({ by }) => requestReconciliation(sql, by),

    ...serveList(sql, '/admin/stuck', stuck),
    ...ofStuck(ctx, 'withdrawals', 'withdrawal'),
    ...ofStuck(ctx, 'payouts', 'payout'),
    ...ofStuck(ctx, 'refunds', 'refund'),
    'POST /admin/decisions/{uid}/approve': async ({ params: { uid }, by }) => {
      const decision = await findDecision(sql, uid)
      if (!decision) return refuse('decision_not_found')
      if (decision.about === 'unmatched') return answerUnmatched(ctx, uid, 'agree', by)
      const said = await askProvider(ctx, decision.about, decision.subject)
      return approveOutgoing(ctx, uid, said, by)
    },
    'POST /admin/decisions/{uid}/reject': async ({ params: { uid }, by }) => {
      const decision = await findDecision(sql, uid)
      if (!decision) return refuse('decision_not_found')
      if (decision.about === 'unmatched') return answerUnmatched(ctx, uid, 'turn-down', by)
      return rejectOutgoing(sql, uid, by)
    },
  }
})

type StuckRequest = { params: { uid: string }; by: Administrator }
type Decision = { outcome: 'paid' | 'failed'; reference?: string | undefined; note: string }
type Answered = Promise<Result<OutgoingAnswerWire>>

/** Retrying an outgoing payment, and deciding about it by hand. */
function ofStuck<const List extends string>(ctx: ServerContext, list: List, kind: Outgoing) {
  const retry = ({ params, by }: StuckRequest) => retryOutgoing(ctx.sql, kind, params.uid, by)

  async function decide({ params: { uid }, body, by }: StuckRequest & { body: Decision }): Answered {
    if (body.outcome === 'paid' && !body.reference) return refuse('malformed')
    if (!isNamed(kind, body)) return refuse('reference_invalid')
    const halted = await haltOutgoing(ctx.sql, kind, uid, by)
    if (!halted.ok) return halted
    const said = await askProvider(ctx, kind, uid)
    const wanted = { ...body, reference: body.reference ?? null }
    return decideOutgoing(ctx, halted.value, wanted, said, by)
  }

  return {
    [`POST /admin/${list}/{uid}/retry`]: retry,
    [`POST /admin/${list}/{uid}/decide`]: decide,
  } as { [Each in `POST /admin/${List}/{uid}/retry`]: typeof retry } & {
    [Each in `POST /admin/${List}/{uid}/decide`]: typeof decide
  }
}

/** A completed payment has an id: the PIX network's, otherwise the processor's. */
function isNamed(kind: Outgoing, { outcome, reference }: Decision): boolean {
  if (outcome === 'failed') return true
  return reference !== undefined && isReference(kind === 'refund' ? 'card' : 'pix', reference)
}
