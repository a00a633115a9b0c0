import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Modal, ModalActions } from '../../../ui/modal.tsx'
import { CloseModal } from './close-modal.tsx'
import { stateOf } from './project-state.ts'
import { PublishModal } from './publish-modal.tsx'

/** The actions available in the project's current state. */
export function ProjectActions({ project }: { project: AdminProjectPageWire }) {
  const { t } = useTranslation('projects-back-office')
  const { uid, projectName } = project
  const [open, setOpen] = useState<'publish' | 'pause' | 'close' | null>(null)
  const resume = useAdminAction('POST /admin/projects/{uid}/resume', {
    done: () => t('resumeDone', { projectName }),
    failed: t('actionFailed'),
  })
  const state = stateOf(project)
  const onClose = () => setOpen(null)
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {state === 'draft' && <Button onClick={() => setOpen('publish')}>{t('publish')}</Button>}
      {state === 'paused' && (
        <Button busy={resume.isPending} onClick={() => resume.mutate({ params: { uid } })}>
          {t('resume')}
        </Button>
      )}
      <ButtonLink look="secondary" to={paths.adminEditProject(uid)}>
        {t('edit')}
      </ButtonLink>
      <ButtonLink look="secondary" to={paths.adminPreviewProject(uid)}>
        {t('preview')}
      </ButtonLink>
      {(state === 'first_lot' || state === 'auction') && (
        <Button look="secondary" onClick={() => setOpen('pause')}>
          {t('pause')}
        </Button>
      )}
      {state !== 'closed' && (
        <Button look="danger" onClick={() => setOpen('close')}>
          {t('close')}
        </Button>
      )}
      {open === 'publish' && <PublishModal project={project} onClose={onClose} />}
      {open === 'pause' && <PauseModal project={project} onClose={onClose} />}
      {open === 'close' && <CloseModal project={project} onClose={onClose} />}
    </div>
  )
}

type PauseModalProps = { project: AdminProjectPageWire; onClose(): void }

/** What a pause does and what it does not. */
function PauseModal({ project: { uid, projectName }, onClose }: PauseModalProps) {
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
