/** The address at which the PIX provider tells us of money: registered under our key, and compared at start. */
import * as v from 'valibot'
import type { Env } from '../../env.ts'
import type { PixCall } from './pix-caller.ts'

export type PixWebhookAddress = {
  /** Ours, with the secret. */
  webhookAddress: string
  /** The address that the provider has; null for none. */
  registeredWebhook: () => Promise<string | null>
  /** Registers ours in its place. The provider calls it before it answers. */
  registerWebhook: () => Promise<void>
}

const registered = v.object({ webhookUrl: v.string() })
/** Efí then neither demands that we ask for its certificate, nor offers it: the secret and its network prove it. */
const WITHOUT_CERTIFICATE = { 'x-skip-mtls-checking': 'true' }

export function createPixWebhookAddress(env: Env, call: PixCall): PixWebhookAddress {
  const path = `/v2/webhook/${encodeURIComponent(env.PIX_KEY)}`
  // Providers append `/pix` to the text as it stands: behind `ignorar=` it becomes a part of the query.
  const address = new URL(env.PIX_WEBHOOK_URL ?? `${env.PUBLIC_URL.replace(/\/$/, '')}/webhooks/pix`)
  address.search = String(new URLSearchParams({ hmac: env.PIX_WEBHOOK_SECRET, ignorar: '' }))
  return {
    webhookAddress: address.href,
    async registeredWebhook() {
      const answer = await call('GET', path)
      return answer.status === 404 ? null : v.parse(registered, answer.require(200)).webhookUrl
    },
    async registerWebhook() {
      const headers = env.PIX_WEBHOOK_CERTIFICATE === 'off' ? WITHOUT_CERTIFICATE : {}
      const answer = await call('PUT', path, { webhookUrl: address.href }, headers)
      // 200 in the API Pix, 201 at Efí.
      if (answer.status !== 201) answer.require(200)
    },
  }
}
