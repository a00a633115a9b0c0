import { i18n } from './i18n.ts'

/** Statuses as they may be spelt on the wire (specification, section 4), and the text for each. */
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

/** The key of a status's label under `common:bidStatus`; null for an unknown status. */
export function bidStatusText(status: string): StatusText | null {
  return Object.hasOwn(TEXTS, status) ? TEXTS[status as keyof typeof TEXTS] : null
}

/** The label of a bid's status; an unknown status is shown as it is. */
export function bidStatusLabel(status: string): string {
  const text = bidStatusText(status)
  return text ? i18n.t(`common:bidStatus.${text}`) : status
}
