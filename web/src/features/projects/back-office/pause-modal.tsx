import { useTranslation } from 'react-i18next'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'

type PauseModalProps = { project: AdminProjectPageWire; onClose(): void }

/** What a pause does and what it does not. */
export function PauseModal({ project: { uid, projectName }, onClose }: PauseModalProps) {
  const { t } = useTranslation(['projects-back-office', 'common'])
  const pause = useAdminAction('POST /admin/projects/{uid}/pause', {
    done: () => t('pauseDone', { projectName }),
    failed: t('actionFailed'),
  })
  return (
    <Modal open onClose={onClose} title={t('pauseTitle')} size="medium">
      <p>{t('pauseText', { projectName })}</p>
      <ul className="mt-4 flex list-disc flex-col gap-2 pl-5 text-muted">
        <li>{t('pauseHolders')}</li>
        <li>{t('pauseBids')}</li>
        <li>{t('pausePayments')}</li>
        <li>{t('pauseEnd')}</li>
      </ul>
      <ModalActions>
        <Button
          busy={pause.isPending}
          onClick={() => pause.mutate({ params: { uid } }, { onSuccess: onClose })}
        >
          {t('pause')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </ModalActions>
    </Modal>
  )
}
