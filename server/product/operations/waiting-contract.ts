/** What the first screen of the back office shows. Instants are ISO 8601 in UTC. */
import * as v from 'valibot'
import { WAITING, WAITING_MOST } from '#domain/waiting.ts'
import { about } from '../api/call.ts'

/** GET /admin/waiting: a kind of matter that waits for an administrator. */
export const waitingWire = v.strictObject({
  kind: v.picklist(WAITING),
  count: about(v.number(), `Counting stops at ${WAITING_MOST}.`),
  oldest: about(v.nullable(v.string()), 'Since when the oldest waits; null where it never began.'),
  due: about(
    v.nullable(v.string()),
    'Of disputes: when the first evidence is due, where the processor said so.',
  ),
  subject: about(
    v.nullable(v.string()),
    'Whose page shows the first of them: the payment of that dispute, or the artist whose key waits the longest.',
  ),
})
export type WaitingWire = v.InferOutput<typeof waitingWire>
