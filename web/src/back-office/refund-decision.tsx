import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { RefundWire } from '#server/product/refunds/contract.ts'
import { formatInSaoPaulo } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { ApprovalFacts, Consequence } from './approval-dialog.tsx'
import { ApproveButton } from './approve-button.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Preview } from './preview.tsx'
import { needsWord, PlayedRefund, RefundEffects } from './refund-effects.tsx'
import { RowButton } from './row-button.tsx'
import { useAdminAction } from './use-admin-action.ts'

type RefundDecisionProps = {
  refund: RefundWire
  payment: { amount: number; method: PaymentMethod; at: string }
  payee: { fullName: string | null; email: string }
}

/** Approves or rejects a waiting refund. */
export function RefundDecision(props: RefundDecisionProps) {
  const { uid, amount, approvals } = props.refund
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const [isApproving, setIsApproving] = useState(false)
  const reject = useAdminAction('POST /admin/refunds/{uid}/reject', {
    done: () => t('refund.rejected'),
    failed: t('back-office:failed'),
  })
  const of = { amount: formatBRL(amount) }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton
        approvals={approvals}
        label={t('refund.approveOf', of)}
        onClick={() => setIsApproving(true)}
      >
        {t('refund.approve')}
      </ApproveButton>
      <RowButton
        look="quiet"
        busy={reject.isPending}
        label={t('refund.rejectOf', of)}
        onClick={() => reject.mutate({ params: { uid } })}
      >
        {t('refund.reject')}
      </RowButton>
      {isApproving && <ApproveRefund {...props} onClose={() => setIsApproving(false)} />}
    </span>
  )
}

type DialogProps = RefundDecisionProps & { onClose(): void }

/** Says what whoever asked for it was told, as it is now. */
function ApproveRefund({ refund, payment, payee, onClose }: DialogProps) {
  const { uid, amount, destination, approvals, effects } = refund
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const form = useForm<{ despitePlay: boolean }>({ defaultValues: { despitePlay: false } })
  return (
    <DecisionDialog
      call="POST /admin/refunds/{uid}/approve"
      title={t('back-office:approval.title')}
      form={form}
      request={(body) => ({ params: { uid }, body })}
      submit={t('refund.approve')}
      done={({ status, counts }) =>
        t(counts ? `refund.${status === 'failed' ? 'requested' : status}` : 'refund.approvedAlready')
      }
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <p className="font-medium">{t('refund.approveOf', { amount: formatBRL(amount) })}</p>
      <RefundFacts refund={refund} payment={payment} payee={payee} />
      <RefundEffects effects={effects} destination={destination} />
      <Preview call="GET /admin/refunds/{uid}/approve-lines" request={{ params: { uid } }} />
      {needsWord(effects) && <PlayedRefund control={form.control} name="despitePlay" />}
      <Consequence approvals={approvals} />
    </DecisionDialog>
  )
}

/** Whose, of which payment, to where, and why. */
function RefundFacts({ refund: { destination, reason, approvals }, payment, payee }: RefundDecisionProps) {
  const { t } = useTranslation('refunds-back-office')
  const paid = {
    amount: formatBRL(payment.amount),
    method: t(`waiting.methods.${payment.method}`),
    moment: formatInSaoPaulo(payment.at, currentLanguage()),
  }
  return (
    <ApprovalFacts
      approvals={approvals}
      facts={[
        {
          label: t('waiting.user'),
          value: payee.fullName ? `${payee.fullName} (${payee.email})` : payee.email,
        },
        { label: t('waiting.payment'), value: t('waiting.paid', paid) },
        { label: t('waiting.to'), value: t(`refund.destinations.${destination}`) },
        { label: t('waiting.reason'), value: reason },
      ]}
    />
  )
}
