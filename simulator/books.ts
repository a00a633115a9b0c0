/** The model's double-entry ledger: accounts by name, and every transfer ever made. Amounts are centavos. */
type Transfer = { debit: string; credit: string; amount: number }
export type Books = { balances: Map<string, number>; transfers: Transfer[] }

export const account = {
  available: (fan: number) => `fan ${fan} available`,
  held: (fan: number) => `fan ${fan} held`,
  payable: (project: number) => `project ${project} payable`,
  share: (project: number, artist: number) => `project ${project} share of ${artist}`,
  revenue: 'revenue',
  /** The world outside. */
  clearing: 'clearing',
  disputed: 'disputed',
  /** What disputes and debts cost the operator. */
  losses: 'losses',
  /** Money that was returned for an erased account. */
  unclaimed: 'unclaimed',
  /** Money received that fits no payment. */
  unmatched: 'unmatched',
  fees: 'fees',
  /** Money that has left for good, to fans and to artists. */
  paidOut: 'paid out',
} as const

export const MAY_BE_NEGATIVE: readonly string[] = [account.clearing, account.losses]

export function createBooks(): Books {
  return { balances: new Map(), transfers: [] }
}

export function balance(books: Books, name: string): number {
  return books.balances.get(name) ?? 0
}

/** Moves money; throws when the paying account would fall below zero, unless a bank takes what is not there. */
export function transfer(
  books: Books,
  debit: string,
  credit: string,
  amount: number,
  isTakenByBank = false,
): void {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`not an amount: ${amount}`)
  const left = balance(books, debit) - amount
  if (left < 0 && amount > 0 && !MAY_BE_NEGATIVE.includes(debit) && !isTakenByBank)
    throw new Error(`${debit} would fall to ${left}`)
  books.balances.set(debit, left)
  books.balances.set(credit, balance(books, credit) + amount)
  books.transfers.push({ debit, credit, amount })
}
