/** Takes a payment intent from "the card is known" to its end: 3-D Secure, the charge, success or refusal. */
import type Stripe from 'stripe'
import { type Call, Declined, emit } from './call.ts'
import { charge, wire } from './charges.ts'
import { openDispute } from './disputes.ts'
import { invalidRequest } from './errors.ts'
import { view } from './intent-view.ts'
import { sentence } from './messages.ts'
import { missingParam, requiredText, text } from './params.ts'
import { newId } from './store.ts'
import type { Decline } from './test-cards.ts'

const AUTHENTICATION_FAILED =
  'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
  'PaymentMethod to attempt to fulfill this PaymentIntent again.'

/** Confirms `intent`, whose payment method is set. Answers the intent as the caller may see it, or the decline. */
export function confirmIntent(call: Call, intent: Stripe.PaymentIntent): object | Declined {
  const method = methodOf(call, intent)
  const secrets = call.store.secrets(intent.id)
  const behaviour = call.store.secrets(method.id).behaviour
  const passed = secrets.challenge?.passed === true
  if (call.scripted?.outcome === 'decline') return attempt(call, intent, method, scriptedDecline(call))
  if (behaviour?.challenge && !passed) {
    if (!secrets.errorOnAction) return askForAuthentication(call, intent)
    return refuse(call, intent, method, {
      code: 'authentication_required',
      declineCode: 'authentication_required',
    })
  }
  return attempt(call, intent, method, behaviour?.decline)
}

/**
 * POST /v3/challenge/:source, sent by the 3-D Secure page: `{client_secret, outcome: 'authorize' | 'fail'}`.
 * @throws 404 when no intent waits for this source.
 */
export function completeChallenge(call: Call): object {
  const secret = requiredText(call.params, 'client_secret')
  const intent = call.store.get('payment_intent', secret.split('_secret_')[0] ?? '', 'client_secret')
  const secrets = call.store.secrets(intent.id)
  if (
    intent.client_secret !== secret ||
    secrets.challenge?.source !== call.id ||
    intent.status !== 'requires_action'
  ) {
    throw invalidRequest('This authentication is over or never began.', {
      status: 404,
      code: 'resource_missing',
    })
  }
  const method = methodOf(call, intent)
  if (text(call.params, 'outcome') !== 'authorize') {
    call.store.save(intent, { ...secrets, challenge: { source: call.id, passed: false } })
    failIntent(call, intent, {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: AUTHENTICATION_FAILED,
      payment_method: method,
    })
    return { done: true }
  }
  call.store.save(intent, { ...secrets, challenge: { source: call.id, passed: true } })
  if (intent.confirmation_method === 'manual') {
    call.store.save({ ...intent, status: 'requires_confirmation', next_action: null })
  } else {
    attempt(call, intent, method, call.store.secrets(method.id).behaviour?.decline)
  }
  return { done: true }
}

/** Ends an intent that is `processing`, from the control interface. `outcome` is `succeeded` or `payment_failed`. */
export function settle(call: Call): object {
  const intent = call.store.get(
    'payment_intent',
    requiredText(call.params, 'payment_intent'),
    'payment_intent',
  )
  if (intent.status !== 'processing') throw invalidRequest(`${intent.id} is not processing.`)
  const failed = text(call.params, 'outcome') === 'payment_failed'
  attempt(
    { ...call, scripted: undefined },
    intent,
    methodOf(call, intent),
    failed ? { code: 'card_declined', declineCode: 'generic_decline' } : undefined,
  )
  return call.store.get('payment_intent', intent.id)
}

function askForAuthentication(call: Call, intent: Stripe.PaymentIntent): object {
  const source = newId('src')
  const query = new URLSearchParams({ client_secret: intent.client_secret ?? '' })
  const waiting: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_action',
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: {
        type: 'three_d_secure_redirect',
        source,
        stripe_js: `${secondOrigin(call.publicUrl)}/v3/challenge/${source}?${query}`,
      },
    },
  }
  call.store.save(waiting, { ...call.store.secrets(intent.id), challenge: { source, passed: false } })
  emit(call, 'payment_intent.requires_action', waiting)
  return view(call, waiting)
}

/** Banks ask from another host than the script's, which a page's policy has to allow. */
function secondOrigin(publicUrl: string): string {
  return publicUrl.replace(/\/\/(localhost|127\.0\.0\.1)/, (_, host) =>
    host === 'localhost' ? '//127.0.0.1' : '//localhost',
  )
}

function attempt(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline | undefined,
): object | Declined {
  if (decline !== undefined) return refuse(call, intent, method, decline)
  if (call.scripted?.outcome === 'processing') {
    const waiting: Stripe.PaymentIntent = { ...intent, status: 'processing', next_action: null }
    call.store.save(waiting)
    emit(call, 'payment_intent.processing', waiting)
    return view(call, waiting)
  }
  const made = charge(call, intent, method, { threeDSecure: passedChallenge(call, intent) })
  const paid: Stripe.PaymentIntent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: made.id,
    next_action: null,
  }
  call.store.save(paid)
  const secrets = call.store.secrets(method.id)
  call.store.save(method, { ...secrets, consumed: true })
  emit(call, 'payment_intent.succeeded', paid)
  if (secrets.behaviour?.dispute) openDispute(call, made, 'fraudulent')
  return view(call, paid)
}

function refuse(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): Declined {
  const made = charge(call, intent, method, { decline, threeDSecure: passedChallenge(call, intent) })
  const error = { type: 'card_error' as const, ...wire(decline), charge: made.id, payment_method: method }
  const failed = failIntent(call, { ...intent, latest_charge: made.id }, {
    ...error,
    message: sentence('en', error),
  } as Stripe.PaymentIntent.LastPaymentError)
  return new Declined({
    ...error,
    message: sentence(call.language, error),
    payment_intent: view(call, failed) as Stripe.PaymentIntent,
  })
}

/** Back to `requires_payment_method`, with the reason; the card has to be given again. */
function failIntent(
  call: Call,
  intent: Stripe.PaymentIntent,
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent {
  const failed: Stripe.PaymentIntent = {
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: error,
    next_action: null,
    payment_method: null,
  }
  call.store.save(failed)
  emit(call, 'payment_intent.payment_failed', failed)
  return failed
}

function methodOf(call: Call, intent: Stripe.PaymentIntent): Stripe.PaymentMethod {
  const id = intent.payment_method
  return call.store.get('payment_method', typeof id === 'string' ? id : missingParam('payment_method'))
}

function passedChallenge(call: Call, intent: Stripe.PaymentIntent): boolean {
  return call.store.secrets(intent.id).challenge?.passed === true
}

function scriptedDecline(call: Call): Decline {
  const declineCode = String(call.scripted?.decline_code ?? 'generic_decline')
  const code = String(call.scripted?.code ?? 'card_declined')
  return { code, declineCode }
}
