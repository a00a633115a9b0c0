import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertSwitches } from './alert-switches.tsx'
import { alertsQuery } from './api.ts'
import { FollowedLists } from './followed-lists.tsx'

/** `/alerts` — what reaches the fan and how, and whom and what they follow. */
export function AlertsScreen() {
  const { t } = useTranslation('alerts')
  const read = useQuery(alertsQuery())
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <div className="flex max-w-3xl flex-col gap-10">
        <p className="max-w-[60ch] text-muted">{t('lead')}</p>
        {read.data ? (
          <>
            <AlertSwitches settings={read.data.settings} />
            <FollowedLists followed={read.data.followed} />
          </>
        ) : read.isError ? (
          <Failure message={t('failed')} onRetry={() => void read.refetch()} retrying={read.isFetching} />
        ) : (
          <Skeleton className="h-96" />
        )}
      </div>
    </>
  )
}
