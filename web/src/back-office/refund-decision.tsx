import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentMethod } from '#domain/payment.ts'
import type { RefundWire } from '#server/product/refunds/wire.ts'
import { formatInSaoPaulo } from '../lib/format.ts'
import { currentLanguage } from '../lib/i18n.ts'
import { useSignedIn } from '../session/provider.tsx'
import { ApprovalFacts, Consequence } from './approval-dialog.tsx'
import { ApproveButton } from './approve-button.tsx'
import { DecisionDialog } from './decision-dialog.tsx'
import { Preview } from './preview.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { needsWord, PlayedRefund, RefundEffects } from './refund-effects.tsx'
import { RowButton } from './row-button.tsx'

type RefundDecisionProps = {
  refund: RefundWire
  payment: { amount: number; method: PaymentMethod; at: string }
  payee: { fullName: string | null; email: string }
}

/** Approves or rejects a waiting refund; whoever asked for it takes it back. */
export function RefundDecision(props: RefundDecisionProps) {
  const { amount, approvals } = props.refund
  const { t } = useTranslation('refunds-back-office')
  const [deciding, decide] = useState<'approve' | 'reject' | null>(null)
  const isOwn = useIsOwn(approvals)
  const close = () => decide(null)
  const of = { amount: formatBRL(amount) }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton
        approvals={approvals}
        label={t('refund.approveOf', of)}
        onClick={() => decide('approve')}
      >
        {t('refund.approve')}
      </ApproveButton>
      <RowButton
        look="quiet"
        aria-haspopup="dialog"
        label={t(isOwn ? 'refund.takeBackOf' : 'refund.rejectOf', of)}
        onClick={() => decide('reject')}
      >
        {t(isOwn ? 'refund.takeBack' : 'refund.reject')}
      </RowButton>
      {deciding === 'approve' && <ApproveRefund {...props} onClose={close} />}
      {deciding === 'reject' && <RejectRefund {...props} onClose={close} />}
    </span>
  )
}

/** Whether the reader has agreed to it. */
function useIsOwn(approvals: RefundWire['approvals']): boolean {
  const { profile } = useSignedIn()
  return approvals.some(({ email }) => email === profile.email)
}

/** The reason is part of the message that the fan gets. */
function RejectRefund({ refund, payment, payee, onClose }: DialogProps) {
  const { uid, approvals } = refund
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const isOwn = useIsOwn(approvals)
  return (
    <ReasonDialog
      call="POST /admin/refunds/{uid}/reject"
      request={(body) => ({ params: { uid }, body })}
      title={t(isOwn ? 'refund.takeBackTitle' : 'refund.rejectTitle')}
      reason={{
        label: t(isOwn ? 'refund.takeBackReason' : 'refund.rejectReason'),
        hint: t('refund.rejectHint'),
        tooLong: t('back-office:tooLong'),
      }}
      submit={t(isOwn ? 'refund.takeBack' : 'refund.reject')}
      done={() => t(isOwn ? 'refund.takenBack' : 'refund.rejected')}
      failed={t('back-office:failed')}
      onClose={onClose}
    >
      <RefundFacts refund={refund} payment={payment} payee={payee} />
    </ReasonDialog>
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
