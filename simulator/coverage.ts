/** Counts what a run has covered: a long run that never covered something has proved nothing about it. */
import { BID_TRANSITIONS } from '#domain/bid.ts'
import { PAYMENT_TRANSITIONS } from '#domain/payment.ts'
import type { Refusal } from '#domain/refusal.ts'
import { SPLIT_TRANSITIONS } from '#domain/split.ts'
import { SONG_TRANSITIONS, TOKEN_TRANSITIONS } from '#domain/token.ts'
import { mayBecome, type Transitions } from '#domain/transitions.ts'

export type Coverage = Map<string, number>

/** The possible answers to people with a profile who send well-formed calls; `malformed` to a bid with a tip. */
const REFUSALS: readonly Refusal[] = [
  'account_inactive',
  'profile_incomplete',
  'project_not_found',
  'project_not_published',
  'project_closed',
  'first_lot_open',
  'sold_out',
  'already_owned',
  'bid_below_price',
  'bid_exceeds_balance',
  'bid_amount_taken',
  'bid_already_active',
  'token_not_found',
  'token_not_playable',
  'token_ended',
  'insufficient_balance',
  'project_paused',
  'regret_after_play',
  'refund_in_wallet',
  'refund_exceeds_payment',
  'refund_after_play',
  'withdrawal_exceeds_balance',
  'withdrawal_too_small',
  'withdrawals_limit',
  'withdrawal_decided',
  'wallet_overdrawn',
  'key_reused',
  'card_declined',
  'payment_disputed',
  'refund_not_to_card',
  'refund_uncovered',
  'payout_exceeds_payable',
  'debt_gone',
  'debt_disputed',
  'bids_standing',
  'payments_pending',
  'wallet_not_empty',
  'malformed',
  'gift_waiting',
  'gift_not_found',
  'own_gift',
  'gift_taken',
  'gift_over',
  'gift_beside_bid',
  'shares_invalid',
  'not_a_sharer',
  'split_waiting',
  'split_decided',
]

/** The payment's state machine, by its purpose. */
export const PAYMENT_OF = {
  mint: 'payment of a unit',
  bid: 'payment of a bid',
  balance: 'payment of a deposit',
} as const

const MACHINES: Record<string, Transitions<string>> = {
  'payment of a deposit': PAYMENT_TRANSITIONS.balance,
  bid: BID_TRANSITIONS,
  token: TOKEN_TRANSITIONS,
  song: SONG_TRANSITIONS,
  split: SPLIT_TRANSITIONS,
  'payment of a unit': PAYMENT_TRANSITIONS.mint,
  'payment of a bid': PAYMENT_TRANSITIONS.bid,
}

/** Steps that no run takes: here the chain only refuses records of the market. */
const NEVER = ['payment of a deposit: succeded → failed-token']

/** What else has to happen in a long run, by the names under which the model counts it. */
const HAPPENINGS = [
  'the same call again',
  'a waiting unit to the bid that arrived',
  'a unit given back to the best bid',
  'a window that ended with its project',
  'bids released at closing',
  'bids of a deactivated fan released',
  'several windows settled together',
  'a window that ended during a pause',
  'a unit that waited for the end of a pause',
  'a project ended by the operator',
  'a purchase regretted',
  'a price given back',
  'a part of a price given back',
  'a token taken back with its price',
  'a withdrawal cancelled',
  'a withdrawal rejected',
  'money taken back by a bank',
  'a dispute won',
  'a dispute lost',
  'a wallet below zero',
  'bids of a wallet below zero released',
  'a token taken back by a bank',
  'a token bought from a disputed deposit taken back',
  'a debt given up',
  'money of another amount kept out',
  'money that came twice kept out',
  'money that came late',
  'money for somebody who is no more kept out',
  'money kept for somebody who is no more',
  'a price given back to its card',
  'a card refund sent back',
  'a card refund that the processor refuses',
  'a withdrawal paid',
  'a withdrawal failed',
  'an author paid',
  'an author whose bank sends the money back',
  'an account erased',
  'a gift set aside',
  'a gift with a tip set aside',
  'a gift accepted',
  'a gift accepted again',
  'several accept one gift',
  'a gift taken back',
  'a gift past its date',
  'a gift past the end of its project',
  'a gift of a deactivated giver returned',
  'a gift returned with its disputed payment',
  'a gift of a wallet below zero returned',
  'an accepted gift undone by the chain',
  'an accepted gift regretted by its giver',
  'an accepted gift refunded',
  'an accepted gift taken back by a bank',
  'a tip paid',
  'a tip given back',
  'shares written before publication',
  'shares changed by consent of all',
  'a sale shared',
  'a sale shared with its tip',
  'centavos left over shared',
  'a shared sale given back',
  'a part of a shared sale given back',
  'somebody who shares paid',
]

export function count(seen: Coverage, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1)
}

/** Takes one step of a state machine and counts it; throws when the machine has no such step. */
export function become<Status extends string>(
  seen: Coverage,
  name: keyof typeof MACHINES & string,
  from: Status,
  to: Status,
): Status {
  if (!mayBecome(MACHINES[name] as Transitions<string>, from, to)) {
    throw new Error(`${name} may not go from ${from} to ${to}`)
  }
  count(seen, `${name}: ${from} → ${to}`)
  return to
}

/** Everything a long run has to cover. */
function wanted(): string[] {
  const transitions = Object.entries(MACHINES).flatMap(([name, machine]) =>
    Object.entries(machine).flatMap(([from, all]) => all.map((to) => `${name}: ${from} → ${to}`)),
  )
  return [
    ...REFUSALS.map((refusal) => `refused: ${refusal}`),
    ...transitions.filter((transition) => !NEVER.includes(transition)),
    ...HAPPENINGS,
  ]
}

export function neverMet(seen: Coverage): string[] {
  return wanted().filter((what) => !seen.has(what))
}
