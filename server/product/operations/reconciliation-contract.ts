/** Comparisons with the providers, as the back office reads them. Amounts are centavos, instants ISO 8601 in UTC. */
import * as v from 'valibot'
import { RECONCILED_SIDES } from '#domain/reconciliation.ts'
import { subjectWire } from '../back-office/contract.ts'

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
  settled: v.nullable(settledWire),
})
export type DifferenceWire = v.InferOutput<typeof differenceWire>

/** GET /admin/reconciliations. `found` counts all differences, of which the first fifty are included. */
export const reconciliationWire = v.strictObject({
  id: v.number(),
  madeAt: v.string(),
  compared: v.number(),
  found: v.number(),
  differences: v.array(differenceWire),
})
export type ReconciliationWire = v.InferOutput<typeof reconciliationWire>
