/** The card processor: whether it lets us in, tells us of what happens, and shows browsers' wallets on our pages. */
import type { Env } from '#server/env.ts'
import { loadSdk } from '#server/platform/adapters/cards-sdk.ts'
import { CARD_EVENTS } from '#server/product/payments/card-events.ts'
import { type Check, type Finding, fault, unknown, well } from './finding.ts'

export function cardChecks(env: Env): Check[] {
  const endpoint = `Add an endpoint at ${webhookOf(env)} in the dashboard.`
  const domain = `Add ${domainOf(env)} in the dashboard, under payment method domains.`
  return [
    {
      name: 'cards',
      advice: 'Look at STRIPE_SECRET_KEY: docs/going-live.md, Cards.',
      async look() {
        await (await loadSdk(env)).paymentIntents.list({ limit: 1 })
        return well('Stripe lets us in')
      },
    },
    {
      name: 'cards’ webhook',
      advice: endpoint,
      look: () => ifShown('endpoints', endpoint, () => webhook(env, endpoint)),
    },
    {
      name: 'Apple Pay, Google Pay',
      advice: domain,
      look: () => ifShown('domains', domain, () => walletsOfBrowsers(env, domain)),
    },
  ]
}

const webhookOf = (env: Env) => `${env.PUBLIC_URL.replace(/\/$/, '')}/webhooks/stripe`
const domainOf = (env: Env) => new URL(env.PUBLIC_URL).hostname

async function webhook(env: Env, advice: string): Promise<Finding> {
  const { data } = await (await loadSdk(env)).webhookEndpoints.list({ limit: 100 })
  const ours = data.find(({ url }) => url === webhookOf(env))
  if (!ours) return fault('no endpoint leads here', advice)
  if (ours.status !== 'enabled') return fault('is switched off', 'Enable it in the dashboard.')
  const sent = ours.enabled_events
  const missing = sent.includes('*') ? [] : CARD_EVENTS.filter((event) => !sent.includes(event))
  return missing.length === 0
    ? well('leads here')
    : fault('does not send all events', `Add in the dashboard: ${missing.join(', ')}.`)
}

async function walletsOfBrowsers(env: Env, advice: string): Promise<Finding> {
  const { data } = await (await loadSdk(env)).paymentMethodDomains.list({ domain_name: domainOf(env) })
  const [ours] = data
  if (!ours) return fault('this site is not registered for them', advice)
  if (!ours.enabled) return fault('this site is switched off for them', 'Enable it in the dashboard.')
  const refused = [ours.apple_pay, ours.google_pay].find(({ status }) => status !== 'active')
  return refused
    ? fault(refused.status_details?.error_message ?? 'one of them is not active here', advice)
    : well('this site is registered for them')
}

/** A restricted key need not see everything. */
async function ifShown(what: string, advice: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look()
  } catch (thrown) {
    const { type = '' } = thrown as { type?: string }
    if (type === 'StripePermissionError' || type === 'StripeInvalidRequestError')
      return unknown(`this key may not see the ${what}`, advice)
    throw thrown
  }
}
