/** What the list of webhooks answers. Instants are ISO 8601 in UTC. */
import * as v from 'valibot'
import { about } from '../api/call.ts'
import { subjectWire } from '../back-office/contract.ts'

/** GET /admin/webhooks: those refused or not yet applied. */
export const webhookWire = v.strictObject({
  id: v.number(),
  event: v.string(),
  provider: v.string(),
  type: v.string(),
  outcome: about(v.nullable(v.string()), 'Null while it has not been applied.'),
  about: about(v.nullable(subjectWire), 'The payment it names, and whose it is.'),
  isUnmatched: about(v.boolean(), 'Its money is kept as belonging to no payment, where it is decided about.'),
  createdAt: v.string(),
})
export type WebhookWire = v.InferOutput<typeof webhookWire>
