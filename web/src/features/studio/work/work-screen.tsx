import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { ApiError, api } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Failure } from '../../../ui/failure.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { WorkForm } from './work-form.tsx'

/** `/studio/works/{uid}` — clip and lyrics of one of the artist's works, and when each line is sung. */
export function WorkScreen() {
  const { t } = useTranslation('studio')
  const { uid = '' } = useParams()
  const work = useQuery({
    queryKey: ['studio', 'work', uid],
    queryFn: async ({ signal }) => (await api('GET /studio/works/{uid}', { params: { uid }, signal })).data,
    // A new address of the video would restart it, and what is typed is based on what was read.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isMissing = work.error instanceof ApiError && work.error.status === 404
  return (
    <>
      <Link to={paths.studio} className="link mb-4 inline-flex min-h-11 items-center text-sm">
        {t('work.back')}
      </Link>
      <ScreenTitle>{t('work.title')}</ScreenTitle>
      {work.isPending && <Skeleton className="h-96" />}
      {work.data && (
        <>
          <p className="name mb-6 break-words text-2xl">{work.data.projectName}</p>
          <WorkForm key={work.data.version} work={work.data} />
        </>
      )}
      {isMissing && <p className="text-muted">{t('work.missing')}</p>}
      {work.error && !isMissing && (
        <Failure message={t('failed')} onRetry={() => void work.refetch()} retrying={work.isFetching} />
      )}
    </>
  )
}
