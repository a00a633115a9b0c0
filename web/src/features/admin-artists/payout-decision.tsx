import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { REASON_MAX } from '#domain/refund.ts'
import type { PayoutWire } from '#domain/wire/artists.ts'
import { RowButton } from '../../back-office/row-button.tsx'
import { useDeed } from '../../back-office/use-deed.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'

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
      {isRejecting && <RejectModal uid={uid} onClose={() => reject(false)} />}
    </span>
  )
}

function RejectModal({ uid, onClose }: { uid: string; onClose(): void }) {
  const { t } = useTranslation(['admin-artists', 'common'])
  const reject = useDeed<PayoutWire>({ done: () => t('payout.rejected'), failed: t('failed') })
  const form = useForm({ defaultValues: { reason: '' } })
  const submit = form.handleSubmit((body) =>
    reject.mutate({ path: `/admin/payouts/${uid}/reject`, body }, { onSettled: onClose }),
  )
  return (
    <Modal open onClose={onClose} title={t('payout.rejectTitle')}>
      <form noValidate onSubmit={submit}>
        <TextAreaField
          label={t('payout.reason')}
          hint={t('payout.rejectText')}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t('common:required'),
            maxLength: { value: REASON_MAX, message: t('payout.tooLong') },
          })}
        />
        <ModalActions>
          <Button type="submit" look="danger" busy={reject.isPending}>
            {t('payout.reject')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
