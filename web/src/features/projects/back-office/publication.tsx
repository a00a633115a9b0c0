import { useTranslation } from 'react-i18next'
import type { AdminProjectWire } from '#server/product/projects/wire.ts'
import { Button } from '../../../ui/button.tsx'

/** Whether a project is on sale; if its contract is ready and it is not, the button that publishes it. */
export function Publication({ project, onPublish }: { project: AdminProjectWire; onPublish(): void }) {
  const { t } = useTranslation('projects-back-office')
  const { projectName, isActive, isPaused, phase, contractAddress } = project
  if (phase === 'closed') return <span className="text-muted">{t('projects.closed')}</span>
  if (isPaused) return <span>{t('projects.paused')}</span>
  if (isActive) return <span className="text-live">{t('projects.published')}</span>
  if (contractAddress === null) return <span className="text-muted">{t('projects.waiting')}</span>
  return (
    <Button
      look="secondary"
      aria-label={t('projects.publishOf', { projectName })}
      className="min-h-11 py-1.5"
      onClick={onPublish}
    >
      {t('projects.publish')}
    </Button>
  )
}
