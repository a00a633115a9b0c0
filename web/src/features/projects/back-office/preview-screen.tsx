import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Player } from '../../../ui/player.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewQuery } from '../page/api.ts'
import { ProjectRoom } from '../page/project-room.tsx'

/** `/admin/projects/{uid}/preview` — a project as fans will see it, before they can; its buttons are inactive. */
export function PreviewScreen() {
  const { t } = useTranslation('projects-back-office')
  const { uid = '' } = useParams()
  const preview = useQuery(previewQuery(uid))
  if (preview.isPending) return <Skeleton className="h-[32rem]" />
  if (preview.isError) {
    return (
      <Failure message={t('failed')} onRetry={() => void preview.refetch()} retrying={preview.isFetching} />
    )
  }
  const { project, lyrics, videoUrl } = preview.data
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <Notice>{t('previewBar')}</Notice>
        <ButtonLink look="secondary" to={paths.adminProject(uid)}>
          {t('previewBack')}
        </ButtonLink>
      </div>
      <div className="-mx-4 overflow-hidden border-line border-y sm:mx-0 sm:rounded-sheet sm:border">
        <ProjectRoom project={project} action={<p className="mt-6 text-muted">{t('previewAction')}</p>} />
      </div>
      <section aria-labelledby="preview-video" className="mt-10 max-w-3xl">
        <h2 id="preview-video" className="section-title mb-4">
          {t('previewVideo')}
        </h2>
        <Player
          videoUrl={videoUrl}
          projectName={project.projectName}
          author={project.author}
          lyrics={lyrics}
        />
      </section>
    </>
  )
}
