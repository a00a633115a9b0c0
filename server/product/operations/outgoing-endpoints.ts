/**
 * POST /admin/{withdrawals,payouts,refunds}/{uid}/retry and /decide {outcome, reference?, note}; GET /admin/stuck; POST
 * /admin/decisions/{uid}/approve and /reject, whatever the decision is about. Only behind `onlyAdmins`.
 */
import type { Hono } from 'hono'
import * as v from 'valibot'
import { isReference, OUTGOING_OUTCOMES, type Outgoing, REFERENCE_MAX } from '#domain/money-decision.ts'
import { REASON_MAX } from '#domain/refund.ts'
import { answer, refusal } from '../api/answers.ts'
import type { ApiContext, ApiEnv } from '../api/door.ts'
import { readBody, readUid } from '../api/input.ts'
import { findDecision, stuck } from '../approvals/decisions.ts'
import { administrator } from '../back-office/administrator.ts'
import type { AddList } from '../back-office/lists.ts'
import { words } from '../back-office/read.ts'
import { approveUnmatched, rejectUnmatched } from '../payments/settle-unmatched.ts'
import { askProvider } from './ask-provider.ts'
import {
  approveOutgoing,
  decideOutgoing,
  haltOutgoing,
  rejectOutgoing,
  retryOutgoing,
} from './decide-outgoing.ts'

export const reference = v.optional(words(REFERENCE_MAX))
export const outgoingBody = v.object({
  outcome: v.picklist(OUTGOING_OUTCOMES),
  reference,
  note: words(REASON_MAX),
})

const LISTS: readonly [string, Outgoing][] = [
  ['withdrawals', 'withdrawal'],
  ['payouts', 'payout'],
  ['refunds', 'refund'],
]

export function addOutgoing(admin: Hono<ApiEnv>, ctx: ApiContext, list: AddList): void {
  list('stuck', stuck)
  for (const [name, kind] of LISTS) {
    admin.post(`/${name}/:uid/retry`, async (c) => {
      const uid = readUid(c)
      if (!uid) return refusal(c, 'not_under_way')
      return answer(c, await retryOutgoing(ctx.sql, kind, uid, administrator(c)))
    })
    admin.post(`/${name}/:uid/decide`, async (c) => {
      const uid = readUid(c)
      if (!uid) return refusal(c, 'not_under_way')
      const input = await readBody(c, outgoingBody)
      if (!input || (input.outcome === 'paid' && !input.reference)) return refusal(c, 'malformed')
      if (!isNamed(kind, input)) return refusal(c, 'reference_invalid')
      const halted = await haltOutgoing(ctx.sql, kind, uid, administrator(c))
      if (!halted.ok) return answer(c, halted)
      const said = await askProvider(ctx, kind, uid)
      const wanted = { ...input, reference: input.reference ?? null }
      return answer(c, await decideOutgoing(ctx, halted.value, wanted, said, administrator(c)))
    })
  }
  admin.post('/decisions/:uid/approve', async (c) => {
    const uid = readUid(c)
    const decision = uid ? await findDecision(ctx.sql, uid) : null
    if (!uid || !decision) return refusal(c, 'decision_not_found')
    if (decision.about === 'unmatched') return answer(c, await approveUnmatched(ctx, uid, administrator(c)))
    const said = await askProvider(ctx, decision.about, decision.subject)
    return answer(c, await approveOutgoing(ctx, uid, said, administrator(c)))
  })
  admin.post('/decisions/:uid/reject', async (c) => {
    const uid = readUid(c)
    const decision = uid ? await findDecision(ctx.sql, uid) : null
    if (!uid || !decision) return refusal(c, 'decision_not_found')
    if (decision.about === 'unmatched') return answer(c, await rejectUnmatched(ctx, uid, administrator(c)))
    return answer(c, await rejectOutgoing(ctx.sql, uid, administrator(c)))
  })
}

/** What was paid has a name: by PIX one of the network's, otherwise the processor's. */
function isNamed(kind: Outgoing, { outcome, reference: name }: v.InferOutput<typeof outgoingBody>): boolean {
  if (outcome === 'failed') return true
  return name !== undefined && isReference(kind === 'refund' ? 'card' : 'pix', name)
}
