import type { ApprovalWire } from '#server/product/approvals/contract.ts'
import { i18n } from '../lib/i18n.ts'

/** Whoever approved, one after the other; of each whose word no longer counts, that it does not. */
export function approverNames(approvals: readonly ApprovalWire[]): string {
  return approvals
    .map(({ admin, isVoid }) => (isVoid ? i18n.t('back-office:approval.void', { name: admin }) : admin))
    .join(', ')
}
