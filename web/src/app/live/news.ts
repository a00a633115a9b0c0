/**
 * Which status changes are news. Rows arrive from realtime and again from every re-read after a lost
 * connection, in any order; each real step of a row must have its effect once.
 */
import type { Transitions } from '#domain/transitions.ts'

export type StatusRow<Status extends string> = { id: number; status: Status }

/** Last status seen of each row, by id. */
export type Seen<Status extends string> = Readonly<Record<number, Status>>

/** More rows than a person has before their oldest can no longer change. */
const KEEP = 100

/** Whether the state machine can lead from one status to the other, in one step or several. */
export function leadsTo<Status extends string>(
  machine: Transitions<Status>,
  from: Status,
  to: Status,
): boolean {
  const visited = new Set<Status>()
  const ahead = [...machine[from]]
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === to) return true
    if (visited.has(next)) continue
    visited.add(next)
    ahead.push(...machine[next])
  }
  return false
}

/** Records `row` and says whether it is a step forward from what was seen; an older row is not. */
export function see<Status extends string>(
  seen: Seen<Status>,
  row: StatusRow<Status>,
  machine: Transitions<Status>,
): { seen: Seen<Status>; isNews: boolean } {
  const before = seen[row.id]
  const isNews = before === undefined || leadsTo(machine, before, row.status)
  if (!isNews) return { seen, isNews }
  return { seen: keepNewest({ ...seen, [row.id]: row.status }), isNews }
}

/** The initial state: the rows as they are when a fan first arrives, none of which is news. */
export function seeAll<Status extends string>(rows: readonly StatusRow<Status>[]): Seen<Status> {
  return keepNewest(Object.fromEntries(rows.map((row) => [row.id, row.status])))
}

function keepNewest<Status extends string>(seen: Seen<Status>): Seen<Status> {
  const ids = Object.keys(seen).map(Number)
  if (ids.length <= KEEP) return seen
  const newest = ids.sort((a, b) => b - a).slice(0, KEEP)
  return Object.fromEntries(newest.map((id) => [id, seen[id] as Status]))
}
