import { useTranslation } from 'react-i18next'
import type { AdminProjectWire } from '#server/product/projects/wire.ts'
import { May } from '../../../back-office/office.tsx'
import { Pill } from '../../../back-office/pill.tsx'
import { Button } from '../../../ui/button.tsx'

/** Whether a project is on sale; if its contract is ready and it is not, the button that publishes it. */
export function Publication({ project, onPublish }: { project: AdminProjectWire; onPublish(): void }) {
  const { t } = useTranslation('projects-back-office')
  const { projectName, isActive, isPaused, phase, contractAddress } = project
  if (phase === 'closed') return <Pill>{t('projects.closed')}</Pill>
  if (isPaused) return <Pill tone="wait">{t('projects.paused')}</Pill>
  if (isActive) return <Pill tone="live">{t('projects.published')}</Pill>
  if (contractAddress === null) return <Pill tone="wait">{t('projects.waiting')}</Pill>
  return (
    <May call="POST /projects/{uid}/publish">
      <Button
        look="secondary"
        aria-label={t('projects.publishOf', { projectName })}
        className="min-h-11 py-1.5"
        onClick={onPublish}
      >
        {t('projects.publish')}
      </Button>
    </May>
  )
}
