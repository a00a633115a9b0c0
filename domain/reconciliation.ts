/** The ledger beside what others say of the same money. */

type ReconciledSide = 'cards' | 'pix' | 'chain' | 'supply'

/** What one side has written down about a subject: a transfer, an account, a provider's record, a unit. */
export type DifferenceRow = { id: string; amount: number }

/**
 * `subject` is a payment's or payout's uid, the processor's name for a refund or dispute, a wallet or, on the side
 * `supply`, an edition. Amounts are centavos; those of `supply` are units.
 */
export type Difference = {
  side: ReconciledSide
  subject: string
  ledger: number
  other: number
  rows?: { ledger: DifferenceRow[]; other: DifferenceRow[] }
}

/** Whatever the two do not say alike; what one of them does not know counts as nothing. */
export function findDifferences(
  side: ReconciledSide,
  ledger: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): Difference[] {
  return [...new Set([...ledger.keys(), ...other.keys()])]
    .map((subject) => ({ side, subject, ledger: ledger.get(subject) ?? 0, other: other.get(subject) ?? 0 }))
    .filter((pair) => pair.ledger !== pair.other)
}

/** Editions whose units the two do not know alike, with the units that only one of them has. */
export function findMissingUnits(
  ledger: ReadonlyMap<string, readonly number[]>,
  other: ReadonlyMap<string, readonly number[]>,
): Difference[] {
  const only = (these: readonly number[], those: readonly number[]) =>
    these.filter((unit) => !those.includes(unit)).map((unit) => ({ id: String(unit), amount: 1 }))
  return [...ledger.keys()].flatMap((subject) => {
    const [ours, theirs] = [ledger.get(subject) ?? [], other.get(subject) ?? []]
    const rows = { ledger: only(ours, theirs), other: only(theirs, ours) }
    if (rows.ledger.length + rows.other.length === 0) return []
    return [{ side: 'supply' as const, subject, ledger: ours.length, other: theirs.length, rows }]
  })
}

/** Those found twice in the same way: money on its way between two looks is no difference. */
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
/** How far back payments are looked at every time: a comparison of every day sees each payment more than once. */
const LAST_DAYS = 3
/** What one comparison takes of a backlog. */
const BACKLOG_DAYS = 31
/** A webhook may take so long. */
const UNDER_WAY_MS = 15 * 60_000

/**
 * What is to be compared: days that nobody has compared since `comparedUntil`, and the last days again. `comparedUntil`
 * of the answer is where the next comparison goes on.
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
