import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { AdminWithdrawalWire } from '#domain/wire/admin-requests.ts'
import type { WithdrawalWire } from '#domain/wire/api.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { WithdrawalFacts } from './withdrawal-facts.tsx'

/** As long as the fan's message takes. */
const REASON_MAX = 500

export function RejectModal({ request, onClose }: { request: AdminWithdrawalWire; onClose(): void }) {
  const { t } = useTranslation(['admin-requests', 'common'])
  const reject = useDeed<WithdrawalWire>({ done: () => t('withdrawal.rejected'), failed: t('failed') })
  const form = useForm({ defaultValues: { reason: '' } })
  const submit = form.handleSubmit(({ reason }) =>
    reject.mutate(
      { path: `/admin/withdrawals/${request.uid}/reject`, body: { reason } },
      { onSettled: onClose },
    ),
  )
  return (
    <Modal open onClose={onClose} title={t('withdrawal.rejectTitle')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <WithdrawalFacts request={request} />
        <TextAreaField
          label={t('withdrawal.reason')}
          hint={t('withdrawal.rejectText')}
          error={form.formState.errors.reason?.message}
          {...form.register('reason', {
            validate: (reason) => reason.trim() !== '' || t('common:required'),
            maxLength: { value: REASON_MAX, message: t('withdrawal.reasonTooLong') },
          })}
        />
        <ModalActions>
          <Button type="submit" look="danger" busy={reject.isPending}>
            {t('withdrawal.reject')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t('common:cancel')}
          </Button>
        </ModalActions>
      </form>
    </Modal>
  )
}
