import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { formatPixKey } from '#domain/pix-key.ts'
import type { PayoutWire } from '#server/product/artists/earnings-wire.ts'
import { ApprovalDialog } from '../../../back-office/approval-dialog.tsx'
import { ApproveButton } from '../../../back-office/approve-button.tsx'
import { Preview } from '../../../back-office/preview.tsx'
import { ReasonDialog } from '../../../back-office/reason-dialog.tsx'
import { RowButton } from '../../../back-office/row-button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** Approves or rejects a payout that waits for a second approval. */
export function PayoutDecision({ payout }: { payout: PayoutWire }) {
  const { uid, amount, freshCard = 0, artist, legalName, pixKeyType, pixKey, approvals } = payout
  const { t } = useTranslation('artists-back-office')
  const [deciding, decide] = useState<'approve' | 'reject' | null>(null)
  const close = () => decide(null)
  const of = { amount: formatBRL(amount), name: artist.name }
  return (
    <span className="flex justify-end gap-2 md:justify-start">
      <ApproveButton
        approvals={approvals}
        label={t('payout.approveOf', of)}
        onClick={() => decide('approve')}
      >
        {t('payout.approve')}
      </ApproveButton>
      <RowButton
        look="quiet"
        aria-haspopup="dialog"
        label={t('payout.rejectOf', of)}
        onClick={() => decide('reject')}
      >
        {t('payout.reject')}
      </RowButton>
      {deciding === 'approve' && (
        <ApprovalDialog
          call="POST /admin/payouts/{uid}/approve"
          request={{ params: { uid } }}
          preview={
            <>
              {freshCard > 0 && <Notice>{t('payout.freshCard', { amount: formatBRL(freshCard) })}</Notice>}
              <Preview call="GET /admin/payouts/{uid}/approve-lines" request={{ params: { uid } }} />
            </>
          }
          what={t('payout.approveOf', of)}
          approvals={approvals}
          facts={[
            { label: t('receipt.legalName'), value: legalName },
            { label: t('receipt.key'), value: formatPixKey(pixKeyType, pixKey) },
          ]}
          submit={t('payout.approve')}
          done={({ status }) => t(status === 'requested' ? 'payout.requested' : 'payout.approved')}
          failed={t('failed')}
          onClose={close}
        />
      )}
      {deciding === 'reject' && (
        <ReasonDialog
          call="POST /admin/payouts/{uid}/reject"
          request={(body) => ({ params: { uid }, body })}
          title={t('payout.rejectTitle')}
          reason={{ label: t('payout.reason'), hint: t('payout.rejectText'), tooLong: t('payout.tooLong') }}
          submit={t('payout.reject')}
          done={() => t('payout.rejected')}
          failed={t('failed')}
          onClose={close}
        />
      )}
    </span>
  )
}
