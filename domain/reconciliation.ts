/** The ledger beside what others say of the same money. */

type ReconciledSide = 'cards' | 'pix' | 'chain'

/** `subject` is a payment's uid or a wallet; amounts are centavos. */
export type Difference = { side: ReconciledSide; subject: string; ledger: number; other: number }

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

/** Those found twice in the same way: money on its way between two looks is no difference. */
export function lasting(first: readonly Difference[], second: readonly Difference[]): Difference[] {
  return second.filter((found) =>
    first.some(
      ({ side, subject, ledger, other }) =>
        side === found.side && subject === found.subject && ledger === found.ledger && other === found.other,
    ),
  )
}
