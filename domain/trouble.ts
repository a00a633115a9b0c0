/** What the hourly look around can find amiss in our own house, and what each row of the views that must be empty is about. */

export const TROUBLE_KINDS = ['fault', 'gas', 'certificate', 'refused_webhook', 'credentials'] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** What the detail of a fault names: an account by its code, a row by its uid or number, or nothing that has a page. */
export type FaultSubject =
  | 'account'
  | 'uid'
  | 'payment'
  | 'bid'
  | 'project'
  | 'gift'
  | 'unit'
  | 'hold'
  | 'none'

/**
 * The views' own sentences, word for word, by the name under which the screens explain them. `account` is the one that is
 * meant where the detail is not its code.
 */
export const FAULTS: Readonly<Record<string, { name: string; about: FaultSubject; account?: string }>> = {
  'sum of all balances is not zero': { name: 'sum', about: 'none' },
  'balance differs from its transfers': { name: 'balance', about: 'account' },
  'held money differs from the open holds': { name: 'held', about: 'account' },
  'payouts under way that differ from what is set aside for them': {
    name: 'payouts',
    about: 'none',
    account: 'payouts:under_way',
  },
  'payouts paid that differ from what was booked as paid': {
    name: 'payouts_paid',
    about: 'none',
    account: 'artists:paid',
  },
  'taxes withheld that differ from what was booked as paid': { name: 'taxes', about: 'account' },
  'a payout that differs from its parts': { name: 'payout_parts', about: 'uid' },
  "a balance below zero that is no dispute's": { name: 'negative', about: 'account' },
  'open disputes that differ from what is set aside for them': {
    name: 'disputes',
    about: 'none',
    account: 'disputes:open',
  },
  'card refunds under way that differ from what is set aside for them': {
    name: 'card_refunds',
    about: 'none',
    account: 'refunds:under_way',
  },
  'money held for a refund that does not wait': { name: 'refund_hold', about: 'hold' },
  'more given back than was paid': { name: 'refunded_too_much', about: 'payment' },
  'a debt given up that the ledger does not know': { name: 'write_off', about: 'uid' },
  'money in the wallet of somebody who is no more': { name: 'erased', about: 'account' },
  "a shared sale whose parts differ from the author's part": { name: 'shares', about: 'uid' },
  'unmatched money that differs from what is set aside for it': { name: 'unmatched', about: 'none' },
  'a withdrawal that differs from its hold': { name: 'withdrawal', about: 'uid' },
  'a standing bid without its hold': { name: 'bid_hold', about: 'bid' },
  'a winner whose hold is not posted': { name: 'winner_hold', about: 'bid' },
  'a bid given up whose hold is not voided': { name: 'bid_over', about: 'bid' },
  "a bid that is not its payment's": { name: 'bid_payment', about: 'bid' },
  'a winner without a token': { name: 'winner_token', about: 'bid' },
  'a hold of no bid': { name: 'hold_alone', about: 'hold' },
  'totals that differ from the bids': { name: 'totals', about: 'project' },
  'counts of standing bids that differ from the bids': { name: 'counts', about: 'project' },
  'a project that was closed and has standing bids': { name: 'closed', about: 'bid' },
  'a log whose head is not its last entry': { name: 'log', about: 'project' },
  'stock that differs from the units': { name: 'stock', about: 'project' },
  'sales that differ from the tokens': { name: 'sales', about: 'project' },
  'a waiting gift without its unit': { name: 'gift_unit', about: 'gift' },
  'a unit set aside for no gift': { name: 'unit_alone', about: 'unit' },
  'a gift whose hold is not as it should be': { name: 'gift_hold', about: 'gift' },
  "an accepted gift that is not its token's": { name: 'gift_token', about: 'gift' },
  'a hold of no gift': { name: 'gift_alone', about: 'hold' },
  'a record sent by a key that the desk does not obey': { name: 'stranded', about: 'none' },
}

/** The account of the ledger that a fault is in; null where it is in none, or in more than one. */
export function accountOf(fault: string, detail: string): string | null {
  const known = FAULTS[fault]
  if (!known) return null
  if (known.about === 'account') return detail
  // The code, then the balance.
  if (known.name === 'unmatched') return detail.split(' ')[0] ?? null
  return known.account ?? null
}

/** What makes a fault go away: the account counted anew, or a line of the ledger taken back by another. */
export const CORRECTIONS = ['recounted', 'reversed'] as const
export type Correction = (typeof CORRECTIONS)[number]

/** Gas for fewer sales than this is low. Gas for a sale in a batch: bench/RESULTS.md, minting. */
export const LEAST_SALES = 1000n
export const GAS_OF_A_SALE = 68_595n
/** Certificates that end within this many days are told of. */
export const CERTIFICATE_DAYS = 21

/** What is counted between us and outside services, and from how often within an hour it is told of: a stray call is none. */
export const FAULTS_OF_AN_HOUR = {
  card_webhook: { kind: 'refused_webhook', least: 3 },
  pix_webhook: { kind: 'refused_webhook', least: 3 },
  pix_webhook_words: { kind: 'refused_webhook', least: 1 },
  cards: { kind: 'credentials', least: 1 },
} as const satisfies Record<string, { kind: TroubleKind; least: number }>
export type OutsideFault = keyof typeof FAULTS_OF_AN_HOUR
