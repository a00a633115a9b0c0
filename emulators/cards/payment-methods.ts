/** Card payment methods and tokens. The number and the security code are read, judged and forgotten. */
import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { brandOf, fullYear, hasValidCheckDigit, isPastExpiry } from './browser/card-rules.js'
import type { Call } from './call.ts'
import { cardError, invalidRequest, missing, type StripeFailure } from './errors.ts'
import type { Params } from './form.ts'
import { sentence } from './messages.ts'
import { allowOnly, group, integer, metadata, missingParam, requiredText, text } from './params.ts'
import { newId } from './store.ts'
import { behaviourOf, type CardBehaviour, numberNamed } from './test-cards.ts'

type ReadCard = { card: Stripe.PaymentMethod.Card; behaviour: CardBehaviour }

/** POST /v1/payment_methods */
export function createPaymentMethod(call: Call): Stripe.PaymentMethod {
  allowOnly(call.params, ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'])
  return newPaymentMethod(call, call.params)
}

/** GET /v1/payment_methods/:id */
export function getPaymentMethod(call: Call): Stripe.PaymentMethod {
  return call.store.get('payment_method', call.id, 'payment_method')
}

/** POST /v1/tokens */
export function createToken(call: Call): Stripe.Token {
  allowOnly(call.params, ['card'])
  const card = group(call.params, 'card')
  const billing = { name: text(card, 'name'), address: addressOfToken(card) }
  const method = saveCard(call, readCard(call, card), { ...noBillingDetails(), ...billing }, {})
  const details = method.card
  if (details === undefined) throw new Error('A saved card has no card details.')
  const token = {
    id: newId('tok'),
    object: 'token',
    card: {
      id: newId('card'),
      object: 'card',
      brand: details.brand,
      country: details.country,
      exp_month: details.exp_month,
      exp_year: details.exp_year,
      fingerprint: details.fingerprint,
      funding: details.funding,
      last4: details.last4,
      name: billing.name,
      address_zip: billing.address.postal_code,
      metadata: {},
    },
    client_ip: null,
    created: call.now,
    livemode: false,
    type: 'card',
    used: false,
  } as Stripe.Token
  call.store.save(token, { paymentMethod: method.id })
  return token
}

/**
 * The payment method that an intent names. `pm_card_visa` and its like make a new one at each use, as with Stripe.
 * @throws 404 when there is none, 400 when it was charged before (there are no customers to attach it to).
 */
export function usablePaymentMethod(call: Call, id: string): Stripe.PaymentMethod {
  const number = id.startsWith('pm_card_') ? numberNamed(id) : undefined
  if (number !== undefined) return newPaymentMethod(call, testCard(number, call.now))
  const method = call.store.get('payment_method', id, 'payment_method')
  if (call.store.secrets(id).consumed) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared ' +
        'with a connected account without Customer attachment, or was detached from a Customer. It may not be used ' +
        'again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param: 'payment_method' },
    )
  }
  return method
}

/** Makes a payment method from `{type: 'card', card, billing_details, metadata}`. */
export function newPaymentMethod(call: Call, params: Params): Stripe.PaymentMethod {
  const type = requiredText(params, 'type')
  if (type !== 'card') throw invalidRequest(`This emulator takes cards only, not ${type}.`, { param: 'type' })
  const card = group(params, 'card')
  const billing = group(params, 'billing_details')
  const address = group(billing, 'address')
  const details: Stripe.PaymentMethod.BillingDetails = {
    address: {
      city: text(address, 'city'),
      country: text(address, 'country'),
      line1: text(address, 'line1'),
      line2: text(address, 'line2'),
      postal_code: text(address, 'postal_code'),
      state: text(address, 'state'),
    },
    email: text(billing, 'email'),
    name: text(billing, 'name'),
    phone: text(billing, 'phone'),
    tax_id: text(billing, 'tax_id'),
  }
  return saveCard(call, readCard(call, card), details, metadata(params))
}

function saveCard(
  call: Call,
  { card, behaviour }: ReadCard,
  billing: Stripe.PaymentMethod.BillingDetails,
  meta: Record<string, string>,
): Stripe.PaymentMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card,
    created: call.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: meta,
    type: 'card',
  }
  call.store.save(method, { behaviour })
  return method
}

function readCard(call: Call, params: Params): ReadCard {
  const token = text(params, 'token')
  if (token !== null) return cardOfToken(call, token)
  const number = requiredText(params, 'number', 'card[number]').replaceAll(/[\s-]/g, '')
  const month = integer(params, 'exp_month') ?? missingParam('card[exp_month]')
  const year = integer(params, 'exp_year') ?? missingParam('card[exp_year]')
  const cvc = text(params, 'cvc')
  const now = new Date(call.now * 1000)
  const { brand, lengths, cvc: cvcLength } = brandOf(number)
  if (!/^\d+$/.test(number)) throw refuse(call, 'invalid_number', 'number')
  if (!lengths.includes(number.length) || !hasValidCheckDigit(number)) {
    throw refuse(call, 'incorrect_number', 'number')
  }
  if (month < 1 || month > 12) throw refuse(call, 'invalid_expiry_month', 'exp_month')
  const fourDigitYear = fullYear(year, now)
  if (isPastExpiry(12, year, now) || fourDigitYear > now.getUTCFullYear() + 50) {
    throw refuse(call, 'invalid_expiry_year', 'exp_year')
  }
  if (isPastExpiry(month, year, now)) throw refuse(call, 'invalid_expiry_month', 'exp_month')
  if (cvc !== null && (!/^\d+$/.test(cvc) || cvc.length !== cvcLength))
    throw refuse(call, 'invalid_cvc', 'cvc')
  const behaviour = behaviourOf(number)
  if (behaviour === undefined) throw refuse(call, 'card_declined', 'number', 'test_mode_live_card')
  const card: Stripe.PaymentMethod.Card = {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: cvc === null ? null : 'unchecked',
    },
    country: behaviour.country,
    display_brand: brand,
    exp_month: month,
    exp_year: fourDigitYear,
    fingerprint: createHash('sha256').update(number).digest('base64url').slice(0, 16),
    funding: behaviour.funding,
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
  return { card, behaviour }
}

function cardOfToken(call: Call, id: string): ReadCard {
  const named = numberNamed(id)
  if (id.startsWith('tok_') && named !== undefined) {
    return readCard(call, group(testCard(named, call.now), 'card'))
  }
  const token = call.store.get('token', id, 'card[token]')
  const methodId = call.store.secrets(id).paymentMethod ?? ''
  const { card } = call.store.get('payment_method', methodId)
  const { behaviour } = call.store.secrets(methodId)
  if (card === undefined || behaviour === undefined) throw missing('token', id, 'card[token]')
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
    })
  }
  call.store.save({ ...token, used: true })
  return { card, behaviour }
}

function testCard(number: string, now: number): Params {
  const cvc = brandOf(number).cvc === 4 ? '1234' : '123'
  const year = String(new Date(now * 1000).getUTCFullYear() + 4)
  return { type: 'card', card: { number, exp_month: '12', exp_year: year, cvc } }
}

function refuse(call: Call, code: string, param: string, declineCode?: string): StripeFailure {
  const error = { code, ...(declineCode === undefined ? {} : { decline_code: declineCode }) }
  return cardError(sentence(call.language, error), code, { ...error, param })
}

function noBillingDetails(): Stripe.PaymentMethod.BillingDetails {
  return { address: null, email: null, name: null, phone: null, tax_id: null }
}

function addressOfToken(card: Params): Stripe.Address {
  return {
    city: text(card, 'address_city'),
    country: text(card, 'address_country'),
    line1: text(card, 'address_line1'),
    line2: text(card, 'address_line2'),
    postal_code: text(card, 'address_zip'),
    state: text(card, 'address_state'),
  }
}
