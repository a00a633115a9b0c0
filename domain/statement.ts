import type { WithdrawalStatus } from './withdrawal.ts'

/** The movements of a fan's statement: one for each thing that happened to their money. */
export const MOVEMENT_KINDS = [
  'deposit',
  'purchase',
  'tip',
  'sale_refused',
  'regret',
  'bid_held',
  'bid_released',
  'bid_won',
  'gift_held',
  'gift_returned',
  'gift_accepted',
  'withdrawal_requested',
  'withdrawal_returned',
  'withdrawal_paid',
  'refunded',
  'sale_revoked',
  'refund_held',
  'refund_released',
  'card_refund',
  'card_refund_returned',
  'disputed',
  'dispute_won',
  'debt_written_off',
  'other',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

/** The filters of a statement. */
export const MOVEMENT_GROUPS = {
  deposits: ['deposit'],
  purchases: ['purchase', 'tip', 'bid_won', 'gift_held', 'gift_accepted'],
  bids: ['bid_held', 'bid_released', 'bid_won'],
  withdrawals: ['withdrawal_requested', 'withdrawal_returned', 'withdrawal_paid'],
  refunds: [
    'sale_refused',
    'regret',
    'gift_returned',
    'refunded',
    'sale_revoked',
    'refund_held',
    'refund_released',
    'card_refund',
    'card_refund_returned',
  ],
  disputes: ['disputed', 'dispute_won', 'debt_written_off'],
} as const satisfies Record<string, readonly MovementKind[]>
export type MovementGroup = keyof typeof MOVEMENT_GROUPS

type Named = { kind: MovementKind; withdrawal: { status: WithdrawalStatus } | null }

/** The key of a movement's text; a returned withdrawal says why. */
export function movementKey({ kind, withdrawal }: Named) {
  if (kind === 'withdrawal_returned' && withdrawal) {
    const { status } = withdrawal
    if (status === 'rejected' || status === 'failed' || status === 'cancelled') {
      return `returned.${status}` as const
    }
  }
  return `kind.${kind}` as const
}

/** True for an existing calendar day: `2026-11-21`. There was no year 0. */
export function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
}
