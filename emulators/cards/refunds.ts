/** Refunds of charges, whole or in part. */
import type Stripe from 'stripe'
import { type Call, emit } from './call.ts'
import { book } from './charges.ts'
import { invalidRequest } from './errors.ts'
import { listBy } from './lists.ts'
import { allowOnly, integer, metadata, missingParam, text } from './params.ts'
import { newId } from './store.ts'

/** POST /v1/refunds. The processor keeps the fee of the charge, as Stripe does. */
export function createRefund(call: Call): Stripe.Refund {
  allowOnly(call.params, ['charge', 'payment_intent', 'amount', 'reason', 'metadata'])
  const charge = refundedCharge(call)
  const left = charge.amount - charge.amount_refunded
  if (charge.disputed) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  if (left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  }
  const amount = integer(call.params, 'amount') ?? left
  if (amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' })
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${reais(amount)}) is greater than unrefunded amount on charge (${reais(left)})`,
      { param: 'amount' },
    )
  }
  const id = newId('re')
  const refund: Stripe.Refund = {
    id,
    object: 'refund',
    amount,
    balance_transaction: book(call, { type: 'refund', amount: -amount, fee: 0, source: id }).id,
    charge: charge.id,
    created: call.now,
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: metadata(call.params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: text(call.params, 'reason') as Stripe.Refund.Reason | null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  const changed: Stripe.Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: amount === left,
  }
  call.store.save(refund)
  call.store.save(changed)
  emit(call, 'refund.created', refund)
  emit(call, 'charge.refunded', changed, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  return refund
}

/** Control interface: the bank returns a refund, days after it was considered paid. */
export function failRefund(call: Call): Stripe.Refund {
  const refund = getRefund(call)
  if (refund.status !== 'succeeded') throw invalidRequest(`Refund ${refund.id} is ${refund.status}.`)
  const charge = call.store.get('charge', String(refund.charge), 'charge')
  const failed: Stripe.Refund = {
    ...refund,
    status: 'failed',
    failure_reason: 'declined',
    failure_balance_transaction: book(call, {
      type: 'refund',
      amount: refund.amount,
      fee: 0,
      source: refund.id,
    }).id,
  }
  call.store.save(failed)
  call.store.save({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  emit(call, 'refund.updated', failed, { status: refund.status })
  emit(call, 'refund.failed', failed)
  return failed
}

/** GET /v1/refunds/:id */
export function getRefund(call: Call): Stripe.Refund {
  return call.store.get('refund', call.id, 'refund')
}

/** GET /v1/refunds */
export function listRefunds(call: Call): object {
  return listBy(call, 'refund', '/v1/refunds', ['charge', 'payment_intent'])
}

function refundedCharge(call: Call): Stripe.Charge {
  const chargeId = text(call.params, 'charge')
  if (chargeId !== null) return call.store.get('charge', chargeId, 'charge')
  const intentId = text(call.params, 'payment_intent') ?? missingParam('payment_intent')
  const intent = call.store.get('payment_intent', intentId, 'payment_intent')
  if (intent.status !== 'succeeded' || typeof intent.latest_charge !== 'string') {
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    })
  }
  return call.store.get('charge', intent.latest_charge, 'charge')
}

function reais(centavos: number): string {
  return `R$${Math.floor(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
}
