import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { RefundWire } from '#server/product/refunds/contract.ts'
import { formatInSaoPaulo } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { Preview } from './preview.tsx'
import { SecondPerson } from './second-person.tsx'

type RefundDecisionProps = {
  refund: RefundWire
  payment: { amount: number; method: PaymentMethod; at: string }
  payee: { fullName: string | null; email: string }
}

/** Approves or rejects a waiting refund. */
export function RefundDecision({ refund, payment, payee }: RefundDecisionProps) {
  const { uid, amount, destination, reason, approvals, free } = refund
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const of = { amount: formatBRL(amount) }
  const paid = {
    amount: formatBRL(payment.amount),
    method: t(`waiting.methods.${payment.method}`),
    moment: formatInSaoPaulo(payment.at, currentLanguage()),
  }
  return (
    <SecondPerson
      approveCall="POST /admin/refunds/{uid}/approve"
      preview={<Preview call="GET /admin/refunds/{uid}/approve-lines" request={{ params: { uid } }} />}
      rejectCall="POST /admin/refunds/{uid}/reject"
      request={{ params: { uid } }}
      approvals={approvals}
      facts={[
        {
          label: t('waiting.user'),
          value: payee.fullName ? `${payee.fullName} (${payee.email})` : payee.email,
        },
        { label: t('waiting.payment'), value: t('waiting.paid', paid) },
        { label: t('waiting.to'), value: t(`refund.destinations.${destination}`) },
        { label: t('waiting.free'), value: formatBRL(free) },
        { label: t('waiting.reason'), value: reason },
      ]}
      approve={t('refund.approve')}
      approveOf={t('refund.approveOf', of)}
      reject={t('refund.reject')}
      rejectOf={t('refund.rejectOf', of)}
      done={({ status }) => t(`refund.${status === 'failed' ? 'requested' : status}`)}
      failed={t('back-office:failed')}
    />
  )
}
