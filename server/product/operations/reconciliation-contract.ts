/** Comparisons with the providers, as the back office reads them. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { OUTGOING } from '#domain/money-decision.ts'
import { RECONCILED_SIDES } from '#domain/reconciliation.ts'
import { about } from '../api/call.ts'
import { decisionWire } from '../approvals/contract.ts'
import { subjectWire } from '../back-office/contract.ts'

/** Money of ours that left without our books, and the decision about it that waits for a second person. */
export const unbookedWire = v.strictObject({
  kind: v.picklist(OUTGOING),
  uid: v.string(),
  amount: v.number(),
  payee: v.string(),
  decision: v.nullable(decisionWire),
})
export type UnbookedWire = v.InferOutput<typeof unbookedWire>

/** What somebody found out about a difference. */
const settledWire = v.strictObject({ note: v.string(), by: v.string(), at: v.string() })

const differenceRows = v.array(v.strictObject({ id: v.string(), amount: v.number() }))
export const differenceWire = v.strictObject({
  side: v.picklist(RECONCILED_SIDES),
  subject: v.string(),
  ledger: v.number(),
  other: v.number(),
  rows: v.exactOptional(v.strictObject({ ledger: differenceRows, other: differenceRows })),
  about: v.nullable(subjectWire),
  unbooked: about(v.nullable(unbookedWire), 'What can be booked of it by a decision.'),
  settled: v.nullable(settledWire),
})
export type DifferenceWire = v.InferOutput<typeof differenceWire>

/** GET /admin/reconciliations. `found` counts all differences, of which the first fifty are included. */
export const reconciliationWire = v.strictObject({
  id: v.number(),
  madeAt: v.string(),
  comparedUntil: about(
    v.nullable(v.string()),
    'What moved until then was looked at; null for reports made before that was kept.',
  ),
  compared: v.number(),
  found: v.number(),
  differences: v.array(differenceWire),
})
export type ReconciliationWire = v.InferOutput<typeof reconciliationWire>
