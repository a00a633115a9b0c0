import { useTranslation } from 'react-i18next'
import type { FailedJobWire } from '#domain/wire/admin-logs.ts'
import { useDeed } from '../../back-office/use-deed.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalActions } from '../../ui/modal.tsx'

/** What was to be done will not be done: asked once more. */
export function DiscardModal({ job, onClose }: { job: FailedJobWire; onClose(): void }) {
  const { t } = useTranslation(['admin-logs', 'common'])
  const discard = useDeed({ done: () => t('done'), failed: t('failed') })
  const submit = () =>
    discard.mutate({ path: `/admin/failed-jobs/${job.id}/discard` }, { onSettled: onClose })
  return (
    <Modal open onClose={onClose} title={t('discardTitle')}>
      <p className="[overflow-wrap:anywhere]">{t('discardText', { name: job.task })}</p>
      <ModalActions>
        <Button look="danger" busy={discard.isPending} onClick={submit}>
          {t('discard')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
