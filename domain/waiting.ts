import type { MayUse } from './role.ts'

/** What can wait for an administrator, in the order in which it is shown: other people's money first. */
export const WAITING = [
  'dispute',
  'stuck',
  'restoration',
  'withdrawal',
  'payout',
  'artist_key',
  'refund',
  'decision',
  'unmatched',
  'write_off',
  'role_change',
  'fault',
  'invoice',
  'difference',
  'webhook',
  'job',
  'operation',
  'gas',
  'certificate',
  'refused_webhook',
  'credentials',
  'support',
  'proposal',
] as const
export type Waiting = (typeof WAITING)[number]

/** Whom each waits for, beside the owner. */
export const WAITING_FOR: Readonly<Record<Waiting, MayUse>> = {
  dispute: ['support', 'finance'],
  stuck: ['finance'],
  restoration: ['finance'],
  withdrawal: ['finance'],
  payout: ['finance'],
  artist_key: ['finance'],
  refund: ['finance'],
  decision: ['finance'],
  unmatched: ['finance'],
  write_off: ['finance'],
  role_change: [],
  fault: ['finance'],
  invoice: ['finance'],
  difference: ['finance'],
  webhook: ['finance'],
  job: [],
  operation: [],
  gas: ['finance'],
  certificate: ['finance'],
  refused_webhook: ['finance'],
  credentials: ['finance'],
  support: ['support'],
  proposal: ['content'],
}

/** Beyond this the exact number is of no use; counting stops. */
export const WAITING_MOST = 1000
