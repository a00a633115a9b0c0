/** What an operator watches and fixes: figures, logs, failures, and outgoing payments that no job moves any more. */
import {
  isContradicted,
  isReference,
  type LeftOutcome,
  type Outgoing,
  type OutgoingOutcome,
} from '#domain/money-decision.ts'
import { ok, type Result, refuse } from '#domain/result.ts'
import type { ServerContext } from '../../context.ts'
import type { Actor } from '../../platform/audit.ts'
import { csvFile } from '../api/answers.ts'
import { endpoints } from '../api/serve.ts'
import { findDecision } from '../approvals/decisions.ts'
import { serveList } from '../back-office/lists.ts'
import { answerUnmatched, previewUnmatchedAgreed } from '../payments/public.ts'
import { answerCorrection, previewCorrection } from '../troubles/public.ts'
import { askProvider } from './ask-provider.ts'
import { auditTrail } from './audit-trail.ts'
import { readChainWaiting } from './chain-waiting.ts'
import { closeDifference } from './close-difference.ts'
import { closeOperation, closeWebhook } from './close-incident.ts'
import { operationsCalls } from './contract.ts'
import { answerLeft, decideLeft, previewLeft, previewLeftAgreed } from './decide-left.ts'
import {
  approveOutgoing,
  decideOutgoing,
  haltOutgoing,
  isUnderWay,
  type ProviderAnswer,
  previewOutgoing,
  previewOutgoingAgreed,
  rejectOutgoing,
  retryOutgoing,
} from './decide-outgoing.ts'
import { failedJobs } from './failed-jobs.ts'
import { failedOperations } from './failed-operations.ts'
import { readFigures } from './figures.ts'
import { figuresFile } from './figures-file.ts'
import { spanOf } from './figures-span.ts'
import type { OutgoingAnswerWire } from './outgoing-contract.ts'
import { reconciliations } from './reconciliations.ts'
import { requestReconciliation } from './record-reconciliation.ts'
import { discardJob, replayWebhook, retryJob, retryOperation } from './repeat-failed.ts'
import { stuck } from './stuck.ts'
import { readWaiting } from './waiting.ts'
import { webhooks } from './webhooks.ts'

export const operationsEndpoints = endpoints(operationsCalls, (ctx) => {
  const { sql } = ctx
  return {
    'GET /admin/figures': async ({ query }) => {
      const span = spanOf(query)
      return span ? ok(await readFigures(sql, span)) : refuse('filter_nonsense')
    },
    'GET /admin/figures.csv': ({ c, fan, query }) => {
      const span = spanOf(query)
      return span
        ? csvFile(c, 'tune-numeros', figuresFile(sql, span, fan.language))
        : refuse('filter_nonsense')
    },
    'GET /admin/waiting': async ({ fan }) => ok(await readWaiting(sql, fan)),

    ...serveList(sql, '/admin/audit', auditTrail),
    ...serveList(sql, '/admin/failed-jobs', failedJobs),
    'POST /admin/failed-jobs/{id}/retry': ({ params, by }) => retryJob(sql, params.id, by),
    'POST /admin/failed-jobs/{id}/discard': ({ params, body, by }) =>
      discardJob(sql, params.id, body.note, by),
    'GET /admin/chain-waiting': async () => ok(await readChainWaiting(sql)),
    ...serveList(sql, '/admin/failed-operations', failedOperations),
    'POST /admin/failed-operations/{id}/retry': ({ params, by }) => retryOperation(sql, params.id, by),
    'POST /admin/failed-operations/{id}/settle': ({ params, body, by }) =>
      closeOperation(sql, params.id, body.note, by),
    ...serveList(sql, '/admin/webhooks', webhooks),
    'POST /admin/webhooks/{id}/settle': ({ params, body, by }) => closeWebhook(sql, params.id, body.note, by),
    'POST /admin/webhooks/{id}/replay': ({ params, by }) => replayWebhook(sql, params.id, by),
    ...serveList(sql, '/admin/reconciliations', reconciliations),
    'POST /admin/reconciliations': ({ by }) => requestReconciliation(sql, by),
    'POST /admin/reconciliations/{id}/settle': ({ params, body, by }) =>
      closeDifference(sql, params.id, body, by),

    ...serveList(sql, '/admin/stuck', stuck),
    ...ofStuck(ctx, 'withdrawals', 'withdrawal'),
    ...ofStuck(ctx, 'payouts', 'payout'),
    ...ofStuck(ctx, 'refunds', 'refund'),
    'GET /admin/decisions/{uid}/approve-lines': async ({ params: { uid }, by }) => {
      const decision = await findDecision(sql, uid)
      if (!decision) return refuse('decision_not_found')
      if (decision.about === 'unmatched') return previewUnmatchedAgreed(ctx, uid, by)
      if (decision.about === 'ledger') return previewCorrection(sql, uid)
      if (decision.hasLeft) return previewLeftAgreed(ctx, uid, by)
      return previewOutgoingAgreed(ctx, uid, by)
    },
    'POST /admin/decisions/{uid}/approve': async ({ params: { uid }, by }) => {
      const decision = await findDecision(sql, uid)
      if (!decision) return refuse('decision_not_found')
      if (decision.about === 'unmatched') return answerUnmatched(ctx, uid, 'agree', by)
      if (decision.about === 'ledger') return answerCorrection(sql, uid, 'agree', by)
      if (decision.hasLeft) return answerLeft(ctx, uid, 'agree', by)
      const said = await askProvider(ctx, decision.about, decision.subject)
      return approveOutgoing(ctx, uid, said, by)
    },
    'POST /admin/decisions/{uid}/reject': async ({ params: { uid }, by }) => {
      const decision = await findDecision(sql, uid)
      if (!decision) return refuse('decision_not_found')
      if (decision.about === 'unmatched') return answerUnmatched(ctx, uid, 'turn-down', by)
      if (decision.about === 'ledger') return answerCorrection(sql, uid, 'turn-down', by)
      if (decision.hasLeft) return answerLeft(ctx, uid, 'turn-down', by)
      return rejectOutgoing(sql, uid, by)
    },
  }
})

type StuckRequest = { params: { uid: string }; by: Actor }
type PreviewRequest = StuckRequest & { query: { outcome: OutgoingOutcome } }
type BookPreviewRequest = StuckRequest & { query: { outcome: LeftOutcome } }
type Decision = { outcome: OutgoingOutcome; reference?: string | undefined; note: string }
type Booking = { outcome: LeftOutcome; note: string }
type Answered = Promise<Result<OutgoingAnswerWire>>

/** Retrying an outgoing payment, and deciding about it by hand, with a look ahead. */
function ofStuck<const List extends string>(ctx: ServerContext, list: List, kind: Outgoing) {
  const retry = ({ params, by }: StuckRequest) => retryOutgoing(ctx.sql, kind, params.uid, by)

  const preview = ({ params, query, by }: PreviewRequest) =>
    previewOutgoing(ctx, kind, params.uid, query.outcome, by)

  const previewBook = ({ params, query, by }: BookPreviewRequest) =>
    previewLeft(ctx, kind, params.uid, query.outcome, by)

  async function word({ params: { uid } }: StuckRequest): Promise<Result<ProviderAnswer>> {
    if (!(await isUnderWay(ctx.sql, kind, uid))) return refuse('not_under_way')
    return ok(await askProvider(ctx, kind, uid))
  }

  async function decide({ params: { uid }, body, by }: StuckRequest & { body: Decision }): Answered {
    if (body.outcome === 'paid' && !body.reference) return refuse('malformed')
    if (!isNamed(kind, body)) return refuse('reference_invalid')
    // Asked before it is halted: what is refused goes on as it did.
    const before = await word({ params: { uid }, by })
    if (!before.ok) return before
    if (isContradicted(body.outcome, before.value.word)) return refuse('payment_contradicted')
    const halted = await haltOutgoing(ctx.sql, kind, uid, by)
    if (!halted.ok) return halted
    const said = await askProvider(ctx, kind, uid)
    const wanted = { ...body, reference: body.reference ?? null }
    return decideOutgoing(ctx, halted.value, wanted, said, by)
  }

  async function book({ params: { uid }, body, by }: StuckRequest & { body: Booking }): Answered {
    const said = await askProvider(ctx, kind, uid)
    return decideLeft(ctx, kind, uid, body, said, by)
  }

  return {
    [`GET /admin/${list}/{uid}/book-lines`]: previewBook,
    [`POST /admin/${list}/{uid}/book`]: book,
    [`POST /admin/${list}/{uid}/retry`]: retry,
    [`GET /admin/${list}/{uid}/lines`]: preview,
    [`GET /admin/${list}/{uid}/word`]: word,
    [`POST /admin/${list}/{uid}/decide`]: decide,
  } as { [Each in `POST /admin/${List}/{uid}/retry`]: typeof retry } & {
    [Each in `POST /admin/${List}/{uid}/book`]: typeof book
  } & {
    [Each in `GET /admin/${List}/{uid}/book-lines`]: typeof previewBook
  } & {
    [Each in `GET /admin/${List}/{uid}/lines`]: typeof preview
  } & {
    [Each in `GET /admin/${List}/{uid}/word`]: typeof word
  } & {
    [Each in `POST /admin/${List}/{uid}/decide`]: typeof decide
  }
}

/** A completed payment has an id: the PIX network's, otherwise the processor's. */
function isNamed(kind: Outgoing, { outcome, reference }: Decision): boolean {
  if (outcome === 'failed') return true
  return reference !== undefined && isReference(kind === 'refund' ? 'card' : 'pix', reference)
}
