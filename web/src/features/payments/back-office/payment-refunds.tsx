import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { CallName } from '#server/product/calls.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import type { RefundWire } from '#server/product/refunds/wire.ts'
import { approverNames } from '../../../back-office/approver-names.ts'
import { Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { May } from '../../../back-office/office.tsx'
import { OutgoingActions } from '../../../back-office/outgoing-actions.tsx'
import { DECIDED_TONES, Pill } from '../../../back-office/pill.tsx'
import { RefundDecision } from '../../../back-office/refund-decision.tsx'
import { Unbooked } from '../../../back-office/unbooked.tsx'
import { looksQuery } from '../../../back-office/use-check.ts'
import { formatMomentInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { PaymentUnclaimed } from './payment-unclaimed.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { refundFailure, refundObstacle } from './refund-words.ts'

/** The payment's refunds so far, and a new one. */
export function PaymentRefunds({ payment }: { payment: PaymentDetailWire }) {
  const { t } = useTranslation('refunds-back-office')
  const [isOpen, open] = useState(false)
  const { refunds, refundable, isErased } = payment
  const obstacle = refundObstacle(payment)
  const mayRefund = refundable.wallet > 0 || refundable.card > 0
  return (
    <Part
      title={t('refund.title')}
      call="POST /admin/activity/{uid}/refunds"
      action={
        mayRefund && (
          <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
            {t('refund.start')}
          </Button>
        )
      }
    >
      <PaymentUnclaimed payment={payment} />
      {refunds.length === 0 && <NothingRefunded payment={payment} />}
      {obstacle && <p className="mt-2 text-muted text-sm">{t(`refund.obstacles.${obstacle}`)}</p>}
      {refunds.length > 0 && (
        <ul className="divide-y divide-line border-line border-y text-sm">
          {refunds.map((refund) => (
            <li
              key={refund.uid}
              className="grid grid-cols-[minmax(0,1fr)_auto] tight:flex tight:flex-col gap-x-4 gap-y-1 py-3"
            >
              <span>
                <Pill tone={DECIDED_TONES[refund.status]}>
                  {t(`refund.statuses.${stateOf(refund, isErased)}`)}
                </Pill>
              </span>
              <span className="figures text-right">{unbroken(formatBRL(refund.amount))}</span>
              <span className="min-w-0 text-muted text-xs [overflow-wrap:anywhere]">
                <span className="block">
                  {t(`refund.destinations.${refund.destination}`)} · {refund.reason}
                </span>
                <Deciders refund={refund} />
                {refund.borne > 0 && (
                  <span className="block">{t('refund.borne', { amount: formatBRL(refund.borne) })}</span>
                )}
                {refund.failure && <RefundFailure failure={refund.failure} />}
              </span>
              <span className="text-right text-muted text-xs">
                <Moment at={refund.createdAt} />
              </span>
              <Actions refund={refund} payment={payment} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && <RefundDialog payment={payment} onClose={() => open(false)} />}
    </Part>
  )
}

/** A PIX that was given back at the provider is known of from the next comparison on. */
function NothingRefunded({
  payment: { method, status, isUndone, disputes },
}: {
  payment: PaymentDetailWire
}) {
  const { t } = useTranslation('refunds-back-office')
  const { data: looks } = useQuery(looksQuery)
  if (isUndone && disputes.length === 0) return <p className="text-muted text-sm">{t('refund.undone')}</p>
  const isPaidByPix = method === 'pix' && status !== 'pending' && status !== 'failed'
  return (
    <p className="text-muted text-sm">
      {t(isPaidByPix ? 'refund.emptyPix' : 'refund.empty')}
      {isPaidByPix &&
        looks?.comparedUntil &&
        ` ${t('refund.comparedUntil', { at: formatMomentInSaoPaulo(looks.comparedUntil, currentLanguage()) })}`}
    </p>
  )
}

/** Why it was not made: in our words, with the processor's own behind them. */
function RefundFailure({ failure }: { failure: string }) {
  const { t } = useTranslation('refunds-back-office')
  return (
    <span className="block">
      {t(`refund.failures.${refundFailure(failure)}`)} <small lang="en">({failure})</small>
    </span>
  )
}

/** Who asked for it and agreed to it, and who did not. */
function Deciders({ refund: { madeElsewhere, approvals, status, rejection } }: { refund: RefundWire }) {
  const { t } = useTranslation('refunds-back-office')
  if (madeElsewhere) return null
  const names = approverNames(approvals)
  if (status !== 'rejected') return <span className="block">{t('refund.by', { names })}</span>
  return (
    <>
      <span className="block">{t('refund.askedBy', { names })}</span>
      {rejection && (
        <span className="block">
          {t(rejection.isTakenBack ? 'refund.takenBackBy' : 'refund.rejectedBy', {
            name: rejection.by,
            reason: rejection.reason,
          })}
        </span>
      )}
    </>
  )
}

/** The words for its state. */
function stateOf({ status, madeElsewhere, rejection }: RefundWire, isErased: boolean) {
  if (rejection?.isTakenBack) return 'takenBack'
  if (madeElsewhere && status === 'requested') return 'unbooked'
  if (madeElsewhere && status === 'rejected') return 'dropped'
  return status === 'failed' && isErased ? 'failedErased' : status
}

/** What can be decided about it. */
function Actions({ refund, payment }: { refund: RefundWire; payment: PaymentDetailWire }) {
  const { user, amount, method, createdAt } = payment
  const { status, destination, madeElsewhere } = refund
  if (status === 'approved' && destination === 'card') {
    return (
      <Step call="POST /admin/refunds/{uid}/decide">
        <OutgoingActions kind="refund" payment={refund} name={user.email} />
      </Step>
    )
  }
  if (status !== 'requested') return null
  return madeElsewhere ? (
    <Step call="POST /admin/refunds/{uid}/book">
      <Unbooked kind="refund" {...refund} payee={user.email} />
    </Step>
  ) : (
    <Step call="POST /admin/refunds/{uid}/approve">
      <RefundDecision refund={refund} payment={{ amount, method, at: createdAt }} payee={user} />
    </Step>
  )
}

function Step({ call, children }: { call: CallName; children: ReactNode }) {
  return (
    <span className="col-span-2 mt-2">
      <May call={call}>{children}</May>
    </span>
  )
}
