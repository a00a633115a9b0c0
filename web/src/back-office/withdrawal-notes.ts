import type { TFunction } from 'i18next'
import { formatBRL } from '#domain/money.ts'
import { reasonInWords } from '#domain/money-decision.ts'
import type { AdminWithdrawalWire } from '#server/product/withdrawals/contract.ts'
import { formatInSaoPaulo, unbroken } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { approverNames, isEnough, standing } from './approver-names.ts'

/** What is open against the person: refunds that wait, and what banks have disputed of their payments. */
export function cautionNotes(
  t: TFunction<['withdrawals-back-office', 'outgoing-back-office']>,
  { disputes: { open, lost }, refunding }: AdminWithdrawalWire,
): string[] {
  return [
    refunding > 0 && t('refunding', { amount: unbroken(formatBRL(refunding)) }),
    open > 0 && t('disputeOpen', { amount: unbroken(formatBRL(open)) }),
    lost > 0 && t('disputeLost', { amount: unbroken(formatBRL(lost)) }),
  ].filter((note) => typeof note === 'string')
}

/** Where the money came from lately, when a bank can still take it back. */
export function depositNotes(
  t: TFunction<['withdrawals-back-office', 'outgoing-back-office']>,
  { cardDeposit }: AdminWithdrawalWire,
): string[] {
  if (!cardDeposit) return []
  const amount = unbroken(formatBRL(cardDeposit.amount))
  return [t('cardDeposit', { amount, moment: formatInSaoPaulo(cardDeposit.at, currentLanguage()) })]
}

/** What is to be said of a withdrawal beside its status: who decided and when, what is missing, and why it failed. */
export function withdrawalNotes(
  t: TFunction<['withdrawals-back-office', 'outgoing-back-office']>,
  request: AdminWithdrawalWire,
): string[] {
  const { status, reason, approvals, takesTwo, endToEndId, endedAt, isStuck, rejectedBy, failedAttemptAt } =
    request
  return [
    ...approvals.map((approval) =>
      t('approvedBy', {
        name: approverNames([approval]),
        moment: formatInSaoPaulo(approval.at, currentLanguage()),
      }),
    ),
    status === 'requested' && takesTwo && standing(approvals).length === 1 && t('oneMore'),
    status === 'requested' && isEnough(approvals) && t('enough'),
    failedAttemptAt &&
      t('outgoing-back-office:decision.failedAttempt', {
        moment: formatInSaoPaulo(failedAttemptAt, currentLanguage()),
      }),
    isStuck && t('outgoing-back-office:decision.stuck'),
    status === 'paid' && endedAt && t('paidAt', { moment: formatInSaoPaulo(endedAt, currentLanguage()) }),
    rejectedBy &&
      endedAt &&
      t('rejectedBy', { name: rejectedBy, moment: formatInSaoPaulo(endedAt, currentLanguage()) }),
    endToEndId && t('endToEndId', { id: endToEndId }),
    reason && reasonInWords(reason, ({ why, id }) => t(`outgoing-back-office:failures.${why}`, { id })),
  ].filter((note) => typeof note === 'string')
}
