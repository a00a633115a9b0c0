import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { PayoutWire } from '#domain/wire/artists.ts'
import { ReasonModal } from '../../back-office/reason-modal.tsx'
import { RowButton } from '../../back-office/row-button.tsx'
import { useDeed } from '../../back-office/use-deed.ts'

/** The second person's word on a payout that waits for it. */
export function PayoutDecision({ payout: { uid, amount, artist } }: { payout: PayoutWire }) {
  const { t } = useTranslation('admin-artists')
  const [isRejecting, reject] = useState(false)
  const approve = useDeed<PayoutWire>({
    done: ({ status }) => t(status === 'requested' ? 'payout.requested' : 'payout.approved'),
    failed: t('failed'),
  })
  const of = { amount: formatBRL(amount), name: artist.name }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <RowButton
        busy={approve.isPending}
        label={t('payout.approveOf', of)}
        onClick={() => approve.mutate({ path: `/admin/payouts/${uid}/approve` })}
      >
        {t('payout.approve')}
      </RowButton>
      <RowButton
        look="quiet"
        aria-haspopup="dialog"
        label={t('payout.rejectOf', of)}
        onClick={() => reject(true)}
      >
        {t('payout.reject')}
      </RowButton>
      {isRejecting && (
        <ReasonModal
          path={`/admin/payouts/${uid}/reject`}
          title={t('payout.rejectTitle')}
          reason={{ label: t('payout.reason'), hint: t('payout.rejectText'), tooLong: t('payout.tooLong') }}
          submit={t('payout.reject')}
          done={() => t('payout.rejected')}
          failed={t('failed')}
          onClose={() => reject(false)}
        />
      )}
    </span>
  )
}
