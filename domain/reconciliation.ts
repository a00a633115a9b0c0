/** Compares the ledger with what others record about the same money. */

export const RECONCILED_SIDES = ['cards', 'pix', 'chain', 'supply'] as const
type ReconciledSide = (typeof RECONCILED_SIDES)[number]

/** What one side has recorded about a subject: a transfer, an account, a provider's record, a unit. */
export type DifferenceRow = { id: string; amount: number }

/**
 * `subject` is a payment's or payout's uid, the processor's id of a refund or dispute, a wallet or, on the side
 * `supply`, an edition. Amounts are centavos; those of `supply` are units.
 */
export type Difference = {
  side: ReconciledSide
  subject: string
  ledger: number
  other: number
  rows?: { ledger: DifferenceRow[]; other: DifferenceRow[] }
}

/** Every record on which the two sides differ; a subject unknown to one of them counts as zero there. */
export function findDifferences(
  side: ReconciledSide,
  ledger: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): Difference[] {
  return [...new Set([...ledger.keys(), ...other.keys()])]
    .map((subject) => ({ side, subject, ledger: ledger.get(subject) ?? 0, other: other.get(subject) ?? 0 }))
    .filter((pair) => pair.ledger !== pair.other)
}

/** Units of an edition, by their numbers, both ends included. */
export type UnitRange = { first: number; last: number }

/** How many units of an edition each side names; the amounts count all of them. */
const UNITS_NAMED = 100

/** What the two sides know of an edition, as far as it was read, with the units that only one of them has. */
export function compareUnits(
  subject: string,
  ledger: readonly number[],
  other: readonly number[],
): Required<Difference> {
  const only = (these: readonly number[], those: ReadonlySet<number>) =>
    these.filter((unit) => !those.has(unit)).map((unit) => ({ id: String(unit), amount: 1 }))
  const rows = { ledger: only(ledger, new Set(other)), other: only(other, new Set(ledger)) }
  return { side: 'supply', subject, ledger: ledger.length, other: other.length, rows }
}

/** True when one side has a unit that the other lacks. */
export function isMissingUnits({ rows }: Required<Difference>): boolean {
  return rows.ledger.length + rows.other.length > 0
}

/**
 * The units missing in both of two looks at the same units: a sale between the reads of one look is no difference.
 */
export function lastingUnits(
  first: Required<Difference>,
  second: Required<Difference>,
): Required<Difference> {
  const both = (side: 'ledger' | 'other') =>
    second.rows[side].filter(({ id }) => first.rows[side].some((row) => row.id === id))
  return { ...second, rows: { ledger: both('ledger'), other: both('other') } }
}

/** Combines two looks at different units of one edition. */
export function joinUnits(one: Required<Difference>, more: Required<Difference>): Required<Difference> {
  const join = (side: 'ledger' | 'other') => [...one.rows[side], ...more.rows[side]].slice(0, UNITS_NAMED)
  return {
    ...one,
    ledger: one.ledger + more.ledger,
    other: one.other + more.other,
    rows: { ledger: join('ledger'), other: join('other') },
  }
}

/** Differences found twice in the same way: money in transit between two looks is no difference. */
export function lasting(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  return second.filter((found) =>
    first.some(
      ({ side, subject, ledger, other }) =>
        side === found.side && subject === found.subject && ledger === found.ledger && other === found.other,
    ),
  )
}

export type Period = { since: Date; until: Date }

const DAY_MS = 86_400_000
/** How far back payments are compared every time: a daily comparison sees each payment more than once. */
const LAST_DAYS = 3
/** How much of a backlog one comparison takes. */
const BACKLOG_DAYS = 31
/** How late a webhook may be. */
const UNDER_WAY_MS = 15 * 60_000

/**
 * The days to compare: those nobody has compared since `comparedUntil`, and the most recent ones again.
 * `comparedUntil` of the result is where the next comparison continues.
 */
export function periodsToCompare(comparedUntil: Date, now: Date): { periods: Period[]; comparedUntil: Date } {
  const until = new Date(now.getTime() - UNDER_WAY_MS)
  const last = { since: new Date(now.getTime() - LAST_DAYS * DAY_MS), until }
  if (comparedUntil >= last.since) return { periods: [last], comparedUntil: until }
  const end = Math.min(comparedUntil.getTime() + BACKLOG_DAYS * DAY_MS, last.since.getTime())
  const backlog = { since: comparedUntil, until: new Date(end) }
  return {
    periods: [backlog, last],
    comparedUntil: end < last.since.getTime() ? backlog.until : until,
  }
}
