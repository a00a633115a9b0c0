/** What payment intents read from a request, with the rules that Stripe checks there. */
import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { invalidRequest } from './errors.ts'
import { flag, group, integer, requiredText, text, texts } from './params.ts'
import { newPaymentMethod, usablePaymentMethod } from './payment-methods.ts'
import { requireAgreed } from './wallets.ts'

/** R$ 0.50 and R$ 999,999.99, Stripe's limits for a charge in reais, in centavos. */
const LEAST_AMOUNT = 50
const MOST_AMOUNT = 99_999_999

/** The amount in centavos, or undefined when it is absent. */
export function readAmount(call: Call): number | undefined {
  const amount = integer(call.params, 'amount')
  if (amount === undefined) return undefined
  if (amount < LEAST_AMOUNT) {
    throw invalidRequest('Amount must be at least R$0.50 brl', { code: 'amount_too_small', param: 'amount' })
  }
  if (amount > MOST_AMOUNT) {
    throw invalidRequest('Amount must be no more than R$999,999.99', {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
  return amount
}

/** The only currency here: `brl`. */
export function readCurrency(call: Call): string {
  const currency = requiredText(call.params, 'currency').toLowerCase()
  if (currency !== 'brl') {
    throw invalidRequest(`Invalid currency: ${currency}. This emulator charges in brl only.`, {
      param: 'currency',
    })
  }
  return currency
}

/** `['card']`, or null for "whatever the dashboard enables". */
export function readAllowedTypes(call: Call): Stripe.PaymentIntent.AllowedPaymentMethodType[] | null {
  const types = texts(call.params, 'allowed_payment_method_types')
  if (types.some((type) => type !== 'card')) {
    throw invalidRequest('This emulator takes cards only.', { param: 'allowed_payment_method_types' })
  }
  return types.length === 0 ? null : ['card']
}

/** `intent` with the payment method from the request, if it has one. */
export function takePaymentMethod(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const id = text(call.params, 'payment_method')
  const data = call.params.payment_method_data
  if (id === null && data === undefined) return intent
  const method =
    id === null
      ? newPaymentMethod(call, group(call.params, 'payment_method_data'))
      : usablePaymentMethod(call, id)
  requireAgreed(call, method.id, intent.amount)
  return { ...intent, payment_method: method.id, status: 'requires_confirmation', last_payment_error: null }
}

/** Stripe refuses a server-side confirmation that might redirect the payer without an address to return to. */
export function requireReturnUrl(call: Call, intent: Stripe.PaymentIntent): void {
  const mayRedirect =
    intent.automatic_payment_methods?.allow_redirects === 'always' &&
    intent.allowed_payment_method_types === null
  const browserHandlesIt = call.key === 'publishable' || flag(call.params, 'use_stripe_sdk')
  if (!mayRedirect || browserHandlesIt || text(call.params, 'return_url') !== null) return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these ' +
      'payment methods might redirect your customer off of your page, you must provide a `return_url`. If you do not ' +
      'want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and ' +
      '`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
  )
}
