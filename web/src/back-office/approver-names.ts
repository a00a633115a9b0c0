import type { ApprovalWire } from '#server/product/approvals/contract.ts'
import { i18n } from '../lib/i18n.ts'

/** The approvals that count. */
export const standing = (approvals: readonly ApprovalWire[]): ApprovalWire[] =>
  approvals.filter(({ isVoid }) => !isVoid)

/** Whether those of two people count: one that had ceased to count may count again, and then nobody else is missing. */
export const isEnough = (approvals: readonly ApprovalWire[]): boolean => standing(approvals).length >= 2

/** Whoever approved, one after the other; of each whose word no longer counts, that it does not. */
export function approverNames(approvals: readonly ApprovalWire[]): string {
  return approvals
    .map(({ admin, isVoid }) => (isVoid ? i18n.t('back-office:approval.void', { name: admin }) : admin))
    .join(', ')
}
