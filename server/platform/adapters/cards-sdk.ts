/** Stripe's SDK, and what its errors are told by. */
import type Stripe from 'stripe'
import type { Env } from '../../env.ts'

const STRIPE_ORIGIN = 'https://api.stripe.com'

/** Once, when it is first needed: it would take a fifth of a server's start. */
export async function loadSdk(env: Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  return new Sdk(env.STRIPE_SECRET_KEY, {
    // The SDK does not support a path prefix, but the processor's address may have one.
    httpClient: Sdk.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      fetch(String(input).replace(STRIPE_ORIGIN, env.STRIPE_API_URL.replace(/\/$/, '')), {
        ...init,
        redirect: 'error',
      }),
    ),
    maxNetworkRetries: 2,
    timeout: 20_000,
  })
}

export const isCardError = (fault: unknown): fault is Stripe.errors.StripeCardError =>
  (fault as { type?: unknown }).type === 'StripeCardError'
/** A key that is wrong, or may not do this. */
export const isForbidden = (fault: unknown): fault is Stripe.errors.StripeError =>
  ['StripeAuthenticationError', 'StripePermissionError'].includes(String((fault as { type?: unknown }).type))
export const isInvalidRequest = (fault: unknown): fault is Stripe.errors.StripeInvalidRequestError =>
  (fault as { type?: unknown }).type === 'StripeInvalidRequestError'
