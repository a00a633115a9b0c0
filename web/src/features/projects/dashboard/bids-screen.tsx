import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { userBidsQuery } from './api.ts'
import { AllBids } from './bids-table.tsx'

/** `/bids` — the fan's own bids, as in the panel of the dashboard, with an address of their own. */
export function BidsScreen() {
  const { t } = useTranslation('projects-dashboard')
  return (
    <>
      <ScreenTitle>{t('bids.screen')}</ScreenTitle>
      <Bids />
    </>
  )
}

function Bids() {
  const { t } = useTranslation('projects-dashboard')
  const bids = useInfiniteQuery(userBidsQuery)
  if (bids.isPending) return <Skeleton className="h-72" />
  if (bids.isError) {
    return (
      <Failure message={t('bids.failed')} onRetry={() => void bids.refetch()} retrying={bids.isFetching} />
    )
  }
  if (bids.data.pages.every((page) => page.data.length === 0)) {
    return (
      <div className="flex max-w-prose flex-col items-start gap-4">
        <p className="name text-2xl">{t('bids.none')}</p>
        <p className="text-muted">{t('bids.lesson')}</p>
        <ButtonLink to={paths.dashboard}>{t('bids.find')}</ButtonLink>
      </div>
    )
  }
  return <AllBids />
}
