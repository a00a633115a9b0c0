/** What failed for good, or keeps failing, as the back office reads it. Instants are ISO 8601 in UTC. */
import * as v from 'valibot'
import { about } from '../api/call.ts'
import { subjectWire } from '../back-office/contract.ts'

/** GET /admin/failed-jobs: those that have failed for half an hour, or will not be retried. */
export const failedJobWire = v.strictObject({
  id: v.number(),
  task: v.string(),
  attempts: v.number(),
  isGivenUp: about(v.boolean(), 'False while the queue goes on trying by itself.'),
  about: about(v.nullable(subjectWire), 'Whose it is.'),
  error: about(v.string(), 'Without addresses, documents and keys.'),
  createdAt: v.string(),
})
export type FailedJobWire = v.InferOutput<typeof failedJobWire>

/** GET /admin/failed-operations: what the chain refused to record. */
export const failedOperationWire = v.strictObject({
  id: v.number(),
  key: v.string(),
  kind: v.string(),
  failure: v.string(),
  about: about(v.nullable(subjectWire), 'Whose it is.'),
  mayRetry: about(
    v.boolean(),
    'False where the money went back when it failed: recording it afterwards would be wrong.',
  ),
  createdAt: v.string(),
})
export type FailedOperationWire = v.InferOutput<typeof failedOperationWire>

/** GET /admin/chain-waiting: what is recorded here, and not on the chain yet. */
export const chainWaitingWire = v.strictObject({
  count: v.number(),
  oldest: about(v.nullable(v.string()), 'When the oldest was asked for; null when nothing waits.'),
})
export type ChainWaitingWire = v.InferOutput<typeof chainWaitingWire>
