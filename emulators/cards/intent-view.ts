/** What a caller may see of a payment intent. */
import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { sentence } from './messages.ts'

/** The fields that a publishable key with the client secret gets (docs.stripe.com/api/payment_intents/retrieve). */
const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const

/** The whole intent for a secret key; its public fields, in the cardholder's language, for a publishable one. */
export function view(call: Pick<Call, 'key' | 'language'>, intent: Stripe.PaymentIntent): object {
  if (call.key === 'secret') return intent
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]))
  const error = intent.last_payment_error
  if (error !== null) {
    shown.last_payment_error = { ...error, message: sentence(call.language, error, error.message) }
  }
  return shown
}
