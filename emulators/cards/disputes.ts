/** Disputes (chargebacks): the bank takes the money back at once, and returns it only if the dispute is won. */
import type Stripe from 'stripe'
import { type Call, emit } from './call.ts'
import { book } from './charges.ts'
import { invalidRequest } from './errors.ts'
import { listBy } from './lists.ts'
import { allowOnly, flag, group, metadata, missingParam, text } from './params.ts'
import { newId } from './store.ts'

/** An assumed dispute fee of R$ 55.00, in centavos: a consumer must read it from the balance transaction. */
const DISPUTE_FEE = 5_500
const DAYS_TO_ANSWER = 9

/** Opens a dispute of what was not refunded. @throws 400 when the charge is already disputed or was never paid. */
export function openDispute(call: Call, charge: Stripe.Charge, reason: string): Stripe.Dispute {
  const amount = charge.amount - charge.amount_refunded
  if (charge.disputed || !charge.paid || amount === 0) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`)
  }
  const id = newId('dp')
  const taken = book(call, { type: 'adjustment', amount: -amount, fee: DISPUTE_FEE, source: id })
  const dispute: Stripe.Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [taken],
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { uncategorized_text: null } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: call.now + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  }
  call.store.save(dispute)
  call.store.save({ ...charge, disputed: true })
  emit(call, 'charge.dispute.created', dispute)
  emit(call, 'charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** Ends a dispute. @throws 400 when it is over already. */
function closeDispute(call: Call, dispute: Stripe.Dispute, status: 'won' | 'lost'): Stripe.Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest('This dispute is already closed', { code: 'dispute_closed' })
  }
  const returned =
    status === 'won'
      ? [book(call, { type: 'adjustment', amount: dispute.amount, fee: -DISPUTE_FEE, source: dispute.id })]
      : []
  const closed: Stripe.Dispute = {
    ...dispute,
    status,
    balance_transactions: [...dispute.balance_transactions, ...returned],
  }
  call.store.save(closed)
  if (status === 'won') emit(call, 'charge.dispute.funds_reinstated', closed)
  emit(call, 'charge.dispute.closed', closed, { status: dispute.status })
  return closed
}

/** GET /v1/disputes/:id */
export function getDispute(call: Call): Stripe.Dispute {
  return call.store.get('dispute', call.id, 'dispute')
}

/** GET /v1/disputes */
export function listDisputes(call: Call): object {
  return listBy(call, 'dispute', '/v1/disputes', ['charge', 'payment_intent'])
}

/** POST /v1/disputes/:id. As documented for tests, `winning_evidence` wins and `losing_evidence` loses. */
export function updateDispute(call: Call): Stripe.Dispute {
  allowOnly(call.params, ['evidence', 'metadata', 'submit'])
  const dispute = getDispute(call)
  const evidence = group(call.params, 'evidence')
  allowOnly(evidence, ['uncategorized_text'])
  const story = text(evidence, 'uncategorized_text')
  const submitted = call.params.submit === undefined ? story !== null : flag(call.params, 'submit')
  const changed: Stripe.Dispute = {
    ...dispute,
    evidence: { ...dispute.evidence, uncategorized_text: story ?? dispute.evidence.uncategorized_text },
    metadata: metadata(call.params, dispute.metadata),
    status: submitted && dispute.status === 'needs_response' ? 'under_review' : dispute.status,
  }
  call.store.save(changed)
  emit(call, 'charge.dispute.updated', changed)
  if (submitted && story === 'winning_evidence') return closeDispute(call, changed, 'won')
  if (submitted && story === 'losing_evidence') return closeDispute(call, changed, 'lost')
  return changed
}

/** POST /v1/disputes/:id/close: the seller accepts the loss. */
export function acceptDispute(call: Call): Stripe.Dispute {
  return closeDispute(call, getDispute(call), 'lost')
}

/** Control interface: opens a dispute for `{payment_intent | charge, reason?}`. */
export function disputePayment(call: Call): Stripe.Dispute {
  const intentId = text(call.params, 'payment_intent')
  const named =
    intentId === null
      ? text(call.params, 'charge')
      : call.store.get('payment_intent', intentId, 'payment_intent').latest_charge
  const charge = call.store.get(
    'charge',
    typeof named === 'string' ? named : missingParam('charge'),
    'charge',
  )
  return openDispute(call, charge, text(call.params, 'reason') ?? 'fraudulent')
}

/** Control interface: decides a dispute, `{status: 'won' | 'lost'}`. */
export function decideDispute(call: Call): Stripe.Dispute {
  return closeDispute(call, getDispute(call), text(call.params, 'status') === 'won' ? 'won' : 'lost')
}
