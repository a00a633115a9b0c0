/** The one endpoint that events are sent to. */
import type Stripe from 'stripe'
import { API_VERSION } from './call.ts'
import { LIST_PARAMS } from './lists.ts'
import { allowOnly } from './params.ts'
import type { Route } from './routes.ts'

const PATH = '/v1/webhook_endpoints'

export function webhookEndpoints(url: string): Route {
  const endpoint: Stripe.WebhookEndpoint = {
    id: 'we_emulator',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: 0,
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  }
  return {
    method: 'GET',
    path: PATH,
    handler({ params }) {
      allowOnly(params, LIST_PARAMS)
      return { object: 'list', data: [endpoint], has_more: false, url: PATH }
    },
  }
}
