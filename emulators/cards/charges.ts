/** Charges and the balance transactions that book them. */
import type Stripe from 'stripe'
import { type Call, emit } from './call.ts'
import { listBy } from './lists.ts'
import { sentence } from './messages.ts'
import { newId } from './store.ts'
import type { Decline } from './test-cards.ts'

/** Stripe's tariff for Brazilian cards: 3.99% of the amount plus R$ 0.39, in basis points and centavos. */
const FEE_BASIS_POINTS = 399
const FEE_FIXED = 39
/** Brazilian card money is paid out 30 days after the sale. */
const DAYS_UNTIL_AVAILABLE = 30

/** GET /v1/charges/:id */
export function getCharge(call: Call): Stripe.Charge {
  return call.store.get('charge', call.id, 'charge')
}

/** GET /v1/charges */
export function listCharges(call: Call): object {
  return listBy(call, 'charge', '/v1/charges', ['payment_intent'])
}

/** The processor's fee in centavos for a charge of `amount` centavos, rounded half up. */
export function chargeFee(amount: number): number {
  return Math.floor((amount * FEE_BASIS_POINTS + 5_000) / 10_000) + FEE_FIXED
}

/** Charges the intent's card, or records the refusal when `decline` is given. The intent itself is left to the caller. */
export function charge(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  facts: { decline?: Decline | undefined; threeDSecure: boolean },
): Stripe.Charge {
  const { decline } = facts
  const paid = decline === undefined
  const id = newId('ch')
  const booked = paid
    ? book(call, { type: 'charge', amount: intent.amount, fee: chargeFee(intent.amount), source: id })
    : null
  const made: Stripe.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: booked?.id ?? null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor,
    captured: paid,
    created: call.now,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline === undefined ? null : sentence('en', wire(decline)),
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: cardDetails(method, intent.amount, facts),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  }
  call.store.save(made)
  emit(call, paid ? 'charge.succeeded' : 'charge.failed', made)
  return made
}

/** Books a movement of the platform's balance: `amount` centavos, signed, less `fee`. */
export function book(
  call: Call,
  entry: { type: 'charge' | 'refund' | 'adjustment'; amount: number; fee: number; source: string },
): Stripe.BalanceTransaction {
  const booked: Stripe.BalanceTransaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount: entry.amount,
    available_on: call.now + (entry.type === 'charge' ? DAYS_UNTIL_AVAILABLE * 86_400 : 0),
    balance_type: 'payments',
    created: call.now,
    currency: 'brl',
    description: null,
    exchange_rate: null,
    fee: entry.fee,
    fee_details:
      entry.fee === 0
        ? []
        : [
            {
              amount: entry.fee,
              application: null,
              currency: 'brl',
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: entry.amount - entry.fee,
    reporting_category: entry.type === 'adjustment' ? 'dispute' : entry.type,
    source: entry.source,
    status: entry.type === 'charge' ? 'pending' : 'available',
    type: entry.type,
  }
  call.store.save(booked)
  return booked
}

/** A decline as the API reports it, for `sentence` and error bodies. */
export function wire(decline: Decline): { code: string; decline_code?: string } {
  return decline.declineCode === undefined
    ? { code: decline.code }
    : { code: decline.code, decline_code: decline.declineCode }
}

function outcomeOf(decline: Decline | undefined): Stripe.Charge.Outcome {
  const fraudulent = decline?.declineCode === 'fraudulent'
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: decline === undefined ? null : '05',
    network_status: decline === undefined ? 'approved_by_network' : 'declined_by_network',
    reason: decline === undefined ? null : (decline.declineCode ?? decline.code),
    risk_level: fraudulent ? 'highest' : 'normal',
    risk_score: fraudulent ? 90 : 10,
    seller_message:
      decline === undefined
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
    type: decline === undefined ? 'authorized' : fraudulent ? 'blocked' : 'issuer_declined',
  }
}

function cardDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  facts: { decline?: Decline | undefined; threeDSecure: boolean },
): Stripe.Charge.PaymentMethodDetails {
  const card = method.card
  if (card === undefined) throw new Error(`Payment method ${method.id} is not a card.`)
  const cvcFailed = facts.decline?.code === 'incorrect_cvc'
  return {
    type: 'card',
    card: {
      amount_authorized: facts.decline === undefined ? amount : null,
      authorization_code: null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: card.checks?.cvc_check === null ? null : cvcFailed ? 'fail' : 'pass',
      },
      country: card.country,
      electronic_commerce_indicator: facts.threeDSecure ? '05' : null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: facts.threeDSecure
        ? ({
            authentication_flow: 'challenge',
            result: 'authenticated',
            result_reason: null,
            version: '2.2.0',
          } as Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure)
        : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
