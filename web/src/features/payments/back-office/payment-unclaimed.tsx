import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PaymentDetailWire } from '#server/product/payments/contract.ts'
import { May } from '../../../back-office/office.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Money of the payment that belongs to somebody who has erased their account. */
export function PaymentUnclaimed({ payment: { uid, unclaimed } }: { payment: PaymentDetailWire }) {
  const { t } = useTranslation(['refunds-back-office', 'back-office'])
  const [isOpen, open] = useState(false)
  if (unclaimed === 0) return null
  const kept = { amount: formatBRL(unclaimed) }
  return (
    <div className="mb-4 flex flex-col items-start gap-3">
      <Notice tone="loss">{t('refund.unclaimed', kept)}</Notice>
      <May call="POST /admin/activity/{uid}/unclaimed">
        <Button look="secondary" aria-haspopup="dialog" onClick={() => open(true)}>
          {t('refund.handOver')}
        </Button>
      </May>
      {isOpen && (
        <ReasonDialog
          call="POST /admin/activity/{uid}/unclaimed"
          request={(body) => ({ params: { uid }, body })}
          title={t('refund.handOverTitle')}
          reason={{
            label: t('refund.handOverReason'),
            hint: t('refund.handOverHint'),
            tooLong: t('back-office:tooLong'),
          }}
          submit={t('refund.handOver')}
          look="primary"
          done={({ amount }) => t('refund.handedOver', { amount: formatBRL(amount) })}
          failed={t('back-office:failed')}
          onClose={() => open(false)}
        >
          <p className="text-muted text-sm">{t('refund.handOverText', kept)}</p>
        </ReasonDialog>
      )}
    </div>
  )
}
