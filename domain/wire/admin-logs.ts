/** What administrators look at when something did not go as it should, as it travels. Instants are ISO 8601 in UTC. */
import type { Difference } from '../reconciliation.ts'

/** GET /admin/audit. `before` and `after` hold the facts that changed, by their names. */
export type AuditWire = {
  id: number
  /** Null for what was done from the command line in nobody's name. */
  admin: string | null
  door: 'back-office' | 'command-line'
  action: string
  subject: string
  /** What people call the subject: a person's, a project's or an artist's name; of money, whose it is. */
  name: string | null
  /** Of a decision about money: centavos, and whose money it is. */
  amount: number | null
  payee: { kind: 'user' | 'artist'; uid: string; name: string } | null
  /** Why, as it was said then. */
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  address: string | null
  createdAt: string
}

/** GET /admin/failed-jobs: those that will not be tried again by themselves. */
export type FailedJobWire = {
  id: number
  task: string
  attempts: number
  /** Without addresses, documents and keys. */
  error: string
  createdAt: string
}

/** GET /admin/failed-operations: what the chain refused to record. */
export type FailedOperationWire = {
  id: number
  key: string
  kind: string
  failure: string
  /** False where the money went back when it failed: recording it afterwards would be wrong. */
  mayRetry: boolean
  createdAt: string
}

/** GET /admin/webhooks: what was refused, or has not been applied. */
export type WebhookWire = {
  id: number
  event: string
  provider: string
  type: string
  /** Null while it has not been applied. */
  outcome: string | null
  createdAt: string
}

/** GET /admin/reconciliations. `found` counts all differences, of which the first fifty are told. */
export type ReconciliationWire = {
  id: number
  madeAt: string
  compared: number
  found: number
  differences: Difference[]
}
