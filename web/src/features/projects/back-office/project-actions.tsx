import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { useAdminAction } from '../../../back-office/use-admin-action.ts'
import { paths } from '../../../lib/paths.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CloseModal } from './close-modal.tsx'
import { PauseModal } from './pause-modal.tsx'
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
