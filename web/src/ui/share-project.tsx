import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../lib/paths.ts'
import { ShareButton } from './share-button.tsx'

type ShareProjectProps = { project: Pick<ProjectWire, 'uid' | 'projectName' | 'author'> }

/** Shares a project's public page. */
export function ShareProject({ project: { uid, projectName, author } }: ShareProjectProps) {
  const { t } = useTranslation()
  return (
    <ShareButton
      path={paths.project(uid)}
      title={projectName}
      text={t('share.text', { projectName, author })}
    />
  )
}
