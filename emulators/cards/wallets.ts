/** Cards that a browser's wallet hands over, and the domains on which wallets are shown at all. */
import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { invalidRequest } from './errors.ts'
import { listBy } from './lists.ts'
import { allowOnly, choice, flag, group, integer, missingParam, requiredText, text } from './params.ts'
import { newPaymentMethod } from './payment-methods.ts'
import { type CardStore, newId } from './store.ts'

/** POST /v3/sheet, sent by a wallet's sheet once its owner has agreed to pay `amount`. */
export function createWalletMethod(call: Call): Stripe.PaymentMethod {
  const { params, store } = call
  allowOnly(params, ['key', 'kind', 'amount', 'card', 'billing_details'])
  const kind = choice(params, 'kind', ['google_pay', 'apple_pay'])
  const year = String(new Date(call.now * 1000).getUTCFullYear() + 4)
  const card = { ...group(params, 'card'), exp_month: '12', exp_year: year }
  const method = newPaymentMethod(call, {
    type: 'card',
    card,
    billing_details: group(params, 'billing_details'),
  })
  if (method.card === undefined) throw new Error('A card has no card details.')
  const wallet = {
    type: kind,
    dynamic_last4: method.card.last4,
    [kind]: {},
  } as Stripe.PaymentMethod.Card.Wallet
  const handedOver = { ...method, card: { ...method.card, wallet } }
  const agreed = integer(params, 'amount') ?? missingParam('amount')
  store.save(handedOver, { ...store.secrets(method.id), agreed })
  return handedOver
}

/** Refuses another amount than the wallet's owner has agreed to. */
export function requireAgreed(call: Call, methodId: string, amount: number): void {
  const { agreed } = call.store.secrets(methodId)
  if (agreed === undefined || agreed === amount) return
  throw invalidRequest(`The amount is ${amount}, and the wallet's owner has agreed to ${agreed}.`, {
    param: 'amount',
  })
}

/** POST /v1/payment_method_domains. A domain that is known already is answered as it is. */
export function createDomain(call: Call): Stripe.PaymentMethodDomain {
  allowOnly(call.params, ['domain_name', 'enabled'])
  const name = requiredText(call.params, 'domain_name').toLowerCase()
  if (!/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(name))
    throw invalidRequest(`Invalid domain name: ${name}`, { param: 'domain_name' })
  return registerDomain(call.store, name, text(call.params, 'enabled') !== 'false', call.now)
}

/** As its owner does in the dashboard. */
export function registerDomain(
  store: CardStore,
  name: string,
  enabled: boolean,
  now: number,
): Stripe.PaymentMethodDomain {
  const known = domainNamed({ store }, name)
  if (known) return known
  const active = { status: 'active' as const }
  const domain: Stripe.PaymentMethodDomain = {
    id: newId('pmd'),
    object: 'payment_method_domain',
    amazon_pay: active,
    apple_pay: active,
    created: now,
    domain_name: name,
    enabled,
    google_pay: active,
    klarna: active,
    link: active,
    livemode: false,
    paypal: active,
  }
  store.save(domain)
  return domain
}

/** POST /v1/payment_method_domains/:id */
export function updateDomain(call: Call): Stripe.PaymentMethodDomain {
  allowOnly(call.params, ['enabled'])
  const domain = call.store.get('payment_method_domain', call.id, 'payment_method_domain')
  const changed = { ...domain, enabled: flag(call.params, 'enabled') }
  call.store.save(changed)
  return changed
}

/** GET /v1/payment_method_domains */
export function listDomains(call: Call): object {
  return listBy(call, 'payment_method_domain', '/v1/payment_method_domains', ['domain_name'])
}

/** Whether wallets are shown on this domain. */
export function isRegistered(call: Pick<Call, 'store'>, name: string): boolean {
  return domainNamed(call, name)?.enabled === true
}

function domainNamed({ store }: Pick<Call, 'store'>, name: string): Stripe.PaymentMethodDomain | undefined {
  return store.select('payment_method_domain', [`body ->> 'domain_name' = ?`], [name], 1)[0]
}
