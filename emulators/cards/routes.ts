/** The part of Stripe's API that the emulator implements. Longer paths come before patterns that would match them. */
import * as balance from './balance.ts'
import type { Handler } from './call.ts'
import * as charges from './charges.ts'
import * as disputes from './disputes.ts'
import type { Params } from './form.ts'
import * as intents from './payment-intents.ts'
import * as methods from './payment-methods.ts'
import * as refunds from './refunds.ts'
import { searchPaymentIntents } from './search.ts'
import * as wallets from './wallets.ts'

export type Route = {
  method: 'GET' | 'POST'
  path: string
  handler: Handler
  /** Open to publishable keys. */
  browser?: true
  /** Whether the request charges a card, and so gets the outcome scripted for the next payment. */
  charges?: (params: Params) => boolean
}

export const ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/payment_methods', handler: methods.createPaymentMethod, browser: true },
  { method: 'GET', path: '/v1/payment_methods/:id', handler: methods.getPaymentMethod },
  { method: 'POST', path: '/v1/payment_method_domains', handler: wallets.createDomain },
  { method: 'GET', path: '/v1/payment_method_domains', handler: wallets.listDomains },
  { method: 'POST', path: '/v1/payment_method_domains/:id', handler: wallets.updateDomain },
  { method: 'POST', path: '/v1/tokens', handler: methods.createToken, browser: true },

  {
    method: 'POST',
    path: '/v1/payment_intents',
    handler: intents.createPaymentIntent,
    charges: ({ confirm }) => confirm === 'true',
  },
  { method: 'GET', path: '/v1/payment_intents', handler: intents.listPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/search', handler: searchPaymentIntents },
  { method: 'GET', path: '/v1/payment_intents/:id', handler: intents.getPaymentIntent, browser: true },
  { method: 'POST', path: '/v1/payment_intents/:id', handler: intents.updatePaymentIntent },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    handler: intents.confirmPaymentIntent,
    browser: true,
    charges: () => true,
  },
  { method: 'POST', path: '/v1/payment_intents/:id/cancel', handler: intents.cancelPaymentIntent },

  { method: 'GET', path: '/v1/charges', handler: charges.listCharges },
  { method: 'GET', path: '/v1/charges/:id', handler: charges.getCharge },
  { method: 'POST', path: '/v1/refunds', handler: refunds.createRefund },
  { method: 'GET', path: '/v1/refunds', handler: refunds.listRefunds },
  { method: 'GET', path: '/v1/refunds/:id', handler: refunds.getRefund },
  { method: 'GET', path: '/v1/disputes', handler: disputes.listDisputes },
  { method: 'GET', path: '/v1/disputes/:id', handler: disputes.getDispute },
  { method: 'POST', path: '/v1/disputes/:id', handler: disputes.updateDispute },
  { method: 'POST', path: '/v1/disputes/:id/close', handler: disputes.acceptDispute },

  { method: 'GET', path: '/v1/balance', handler: balance.getBalance },
  { method: 'GET', path: '/v1/balance_transactions', handler: balance.listBalanceTransactions },
  { method: 'GET', path: '/v1/balance_transactions/:id', handler: balance.getBalanceTransaction },
  { method: 'GET', path: '/v1/events', handler: balance.listEvents },
  { method: 'GET', path: '/v1/events/:id', handler: balance.getEvent },
]
