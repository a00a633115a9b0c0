import { useTranslation } from 'react-i18next'
import { Failure } from '../../ui/failure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BidTable } from './bid-table.tsx'
import { ListSection } from './list-section.tsx'
import { useBids } from './use-auction.ts'

/** `_lances` — every standing bid, best first, then the bids that ended. */
export function BidList({ uid }: { uid: string }) {
  const { t } = useTranslation('market')
  const { query, view } = useBids(uid)

  function content() {
    if (view === null) {
      if (query.isPending) return <Skeleton className="h-64" />
      return (
        <Failure
          message={t('table.failed')}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )
    }
    if (view.bids.length === 0) return <p className="py-6 text-muted">{t('table.empty')}</p>
    return <BidTable bids={view.bids} mine={view.mine?.id ?? null} labelledBy="bids-title" ranked />
  }

  return (
    <ListSection id="bids-title" title={t('table.bids')} refreshLabel={t('table.refreshBids')} list={query}>
      {content()}
    </ListSection>
  )
}
