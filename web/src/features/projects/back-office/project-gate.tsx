import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'
import { ApiError } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { adminProjectQuery } from './api.ts'

/** Loads the project named in the address; says so where there is none. */
export function ProjectGate({ children }: { children(project: AdminProjectPageWire): ReactNode }) {
  const { t } = useTranslation('projects-back-office')
  const { uid = '' } = useParams()
  const { data, error, isPending, isFetching, refetch } = useQuery(adminProjectQuery(uid))
  if (data) return children(data)
  if (isPending) return <Skeleton className="h-[32rem]" />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className="flex flex-col items-start gap-4">
        <p>{t('missing')}</p>
        <ButtonLink look="secondary" to={paths.adminProjects}>
          {t('back')}
        </ButtonLink>
      </div>
    )
  }
  return <Failure message={t('failed')} onRetry={() => void refetch()} retrying={isFetching} />
}
