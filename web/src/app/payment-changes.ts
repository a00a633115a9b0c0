/**
 * Which change of a payment is news. Rows arrive from realtime and again from every re-read after a lost
 * connection, in any order; each real step of a payment must have its effect once.
 */
import { PAYMENT_TRANSITIONS, type PaymentFlow, type PaymentStatus } from '#domain/payment.ts'

export type PaymentRow = { id: number; flow: PaymentFlow; status: PaymentStatus }

/** Last status seen of each payment, by id. */
export type SeenPayments = Readonly<Record<number, PaymentStatus>>

/** More payments than a person makes before their oldest can no longer change. */
const KEEP = 100

/** True when the machine of `flow` can lead from one status to the other, in one step or several. */
export function leadsTo(flow: PaymentFlow, from: PaymentStatus, to: PaymentStatus): boolean {
  const visited = new Set<PaymentStatus>()
  const ahead = [...PAYMENT_TRANSITIONS[flow][from]]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === to) return true
    if (visited.has(next)) continue
    visited.add(next)
    ahead.push(...PAYMENT_TRANSITIONS[flow][next])
  }
  return false
}

/** Remembers `row` and says whether it is a step forward from what was seen; a row older than that is not. */
export function seePayment(seen: SeenPayments, row: PaymentRow): { seen: SeenPayments; isNews: boolean } {
  const before = seen[row.id]
  const isNews = before === undefined || leadsTo(row.flow, before, row.status)
  if (!isNews) return { seen, isNews }
  return { seen: keepNewest({ ...seen, [row.id]: row.status }), isNews }
}

/** The state from which news is told: whatever the payments are when a fan arrives for the first time. */
export function seeAll(rows: readonly PaymentRow[]): SeenPayments {
  return keepNewest(Object.fromEntries(rows.map((row) => [row.id, row.status])))
}

function keepNewest(seen: SeenPayments): SeenPayments {
  const ids = Object.keys(seen).map(Number)
  if (ids.length <= KEEP) return seen
  const newest = ids.sort((a, b) => b - a).slice(0, KEEP)
  return Object.fromEntries(newest.map((id) => [id, seen[id] as PaymentStatus]))
}
