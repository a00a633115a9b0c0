/** Payment intents: create, read, change, cancel, list and search. Confirmation is in confirmation.ts. */
import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'
import { type Call, type Declined, emit } from './call.ts'
import { confirmIntent } from './confirmation.ts'
import { invalidRequest, missing, StripeFailure } from './errors.ts'
import {
  readAllowedTypes,
  readAmount,
  readCurrency,
  requireReturnUrl,
  takePaymentMethod,
} from './intent-params.ts'
import { view } from './intent-view.ts'
import { LIST_PARAMS, list } from './lists.ts'
import { allowOnly, choice, flag, group, metadata, missingParam, requiredText, text } from './params.ts'
import { newId } from './store.ts'

const CONFIRM_PARAMS = [
  'payment_method',
  'payment_method_data',
  'allowed_payment_method_types',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
  'error_on_requires_action',
  'off_session',
  'client_secret',
] as const
const DESCRIPTION_PARAMS = [
  'metadata',
  'description',
  'receipt_email',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
] as const

/** POST /v1/payment_intents */
export function createPaymentIntent(call: Call): object | Declined {
  const { params } = call
  allowOnly(params, [
    ...CONFIRM_PARAMS,
    ...DESCRIPTION_PARAMS,
    'amount',
    'currency',
    'automatic_payment_methods',
    'confirm',
    'confirmation_method',
    'capture_method',
  ])
  const id = newId('pi')
  const automatic = group(params, 'automatic_payment_methods')
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: readAllowedTypes(call),
    amount: readAmount(call) ?? missingParam('amount'),
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: {
      enabled: true,
      allow_redirects: choice(automatic, 'allow_redirects', ['always', 'never']),
    },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: choice(params, 'capture_method', ['automatic_async', 'automatic']),
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: choice(params, 'confirmation_method', ['automatic', 'manual']),
    created: call.now,
    currency: readCurrency(call),
    customer: null,
    customer_account: null,
    description: text(params, 'description'),
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: metadata(params),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: text(params, 'receipt_email'),
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: text(params, 'statement_descriptor'),
    statement_descriptor_suffix: text(params, 'statement_descriptor_suffix'),
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: text(params, 'transfer_group'),
  }
  const withMethod = takePaymentMethod(call, intent)
  call.store.save(withMethod, { errorOnAction: flag(params, 'error_on_requires_action') })
  emit(call, 'payment_intent.created', withMethod)
  if (!flag(params, 'confirm')) return view(call, withMethod)
  requireReturnUrl(call, withMethod)
  return confirmIntent(call, withMethod)
}

/** GET /v1/payment_intents/:id */
export function getPaymentIntent(call: Call): object {
  allowOnly(call.params, ['client_secret'])
  return view(call, readIntent(call))
}

/** POST /v1/payment_intents/:id */
export function updatePaymentIntent(call: Call): object {
  const { params } = call
  allowOnly(params, [...DESCRIPTION_PARAMS, 'amount', 'currency', 'payment_method', 'payment_method_data'])
  const intent = readIntent(call)
  const paid = intent.status === 'succeeded' || intent.status === 'canceled' || intent.status === 'processing'
  if (
    paid &&
    Object.keys(params).some((name) => name !== 'metadata' && name !== 'description' && name !== 'expand')
  ) {
    throw unexpectedState(
      intent,
      `This PaymentIntent could not be updated because it has a status of ${intent.status}.`,
    )
  }
  const changed: Stripe.PaymentIntent = {
    ...intent,
    amount: readAmount(call) ?? intent.amount,
    currency: params.currency === undefined ? intent.currency : readCurrency(call),
    metadata: metadata(params, intent.metadata),
  }
  for (const name of [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
  ] as const) {
    if (params[name] !== undefined) changed[name] = text(params, name)
  }
  const withMethod = takePaymentMethod(call, changed)
  call.store.save(withMethod)
  return view(call, withMethod)
}

/** POST /v1/payment_intents/:id/confirm */
export function confirmPaymentIntent(call: Call): object | Declined {
  const { params } = call
  allowOnly(params, CONFIRM_PARAMS)
  const intent = readIntent(call)
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      intent,
      `This PaymentIntent's status is ${intent.status}, but must be one of: requires_payment_method, ` +
        'requires_confirmation, requires_action.',
    )
  }
  if (call.key === 'publishable' && intent.confirmation_method === 'manual') {
    throw invalidRequest('This PaymentIntent is confirmed manually: it takes a secret key to confirm it.')
  }
  const withMethod = takePaymentMethod(call, intent)
  if (withMethod.payment_method === null) {
    throw unexpectedState(
      intent,
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
    )
  }
  if (params.receipt_email !== undefined) withMethod.receipt_email = text(params, 'receipt_email')
  const secrets = call.store.secrets(intent.id)
  const sameCard = withMethod.payment_method === intent.payment_method
  const errorOnAction = flag(params, 'error_on_requires_action')
  // A passed 3-D Secure challenge counts for that card only.
  const { challenge, ...others } = secrets
  call.store.save(withMethod, {
    ...others,
    errorOnAction,
    ...(sameCard && challenge !== undefined ? { challenge } : {}),
  })
  requireReturnUrl(call, withMethod)
  return confirmIntent(call, withMethod)
}

/** POST /v1/payment_intents/:id/cancel */
export function cancelPaymentIntent(call: Call): object {
  allowOnly(call.params, ['cancellation_reason'])
  const intent = readIntent(call)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw unexpectedState(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with ` +
        'one of the following statuses may be canceled: requires_payment_method, requires_capture, ' +
        'requires_confirmation, requires_action, processing.',
    )
  }
  const reason = text(call.params, 'cancellation_reason') as Stripe.PaymentIntent.CancellationReason | null
  const canceled: Stripe.PaymentIntent = {
    ...intent,
    status: 'canceled',
    canceled_at: call.now,
    cancellation_reason: reason,
    next_action: null,
  }
  call.store.save(canceled)
  emit(call, 'payment_intent.canceled', canceled)
  return view(call, canceled)
}

/** GET /v1/payment_intents */
export function listPaymentIntents(call: Call): object {
  allowOnly(call.params, LIST_PARAMS)
  return list(call, 'payment_intent', '/v1/payment_intents')
}

/** The intent named by the path; a publishable key must also know its client secret. */
function readIntent(call: Call): Stripe.PaymentIntent {
  const intent = call.store.get('payment_intent', call.id, 'intent')
  if (call.key === 'publishable' && requiredText(call.params, 'client_secret') !== intent.client_secret) {
    throw missing('payment_intent', call.id, 'intent')
  }
  return intent
}

function unexpectedState(intent: Stripe.PaymentIntent, message: string): StripeFailure {
  return new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
}
