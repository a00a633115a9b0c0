import { i18n } from './i18n.ts'

/** Statuses as they may be spelt on the wire (specification, section 4), and the text each is shown with. */
const TEXTS = {
  bided: 'bided',
  pending: 'pending',
  failed: 'failed',
  winner: 'winner',
  canceled: 'cancelled',
  cancelled: 'cancelled',
  'pending-cancel': 'pendingCancel',
  pending_cancel: 'pendingCancel',
} as const

type StatusText = (typeof TEXTS)[keyof typeof TEXTS]

/** The key of a bid status' label under `common:bidStatus`; null for a status that nobody knows. */
export function bidStatusText(status: string): StatusText | null {
  return Object.hasOwn(TEXTS, status) ? TEXTS[status as keyof typeof TEXTS] : null
}

/** A bid's status in words; one that nobody knows is shown as it came. */
export function bidStatusLabel(status: string): string {
  const text = bidStatusText(status)
  return text ? i18n.t(`common:bidStatus.${text}`) : status
}
