import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isStanding } from '#domain/bid.ts'
import { Button } from '../../../ui/button.tsx'
import { Failure } from '../../../ui/failure.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { userBidsQuery } from './api.ts'
import { AllBids } from './bids-table.tsx'

/** "Meus lances": a banner for fans who have bid, which opens the list in a side panel. */
export function MyBids() {
  const { t } = useTranslation('projects-dashboard')
  const [open, setOpen] = useState(false)
  const bids = useInfiniteQuery(userBidsQuery)
  const all = bids.data?.pages.flatMap((page) => page.data) ?? []
  if (bids.isLoadingError)
    return (
      <div className="mb-12">
        <Failure message={t('bids.failed')} onRetry={() => void bids.refetch()} retrying={bids.isFetching} />
      </div>
    )
  // While the bids load the dashboard looks as it does without any.
  if (all.length === 0) return null
  return (
    <section
      aria-labelledby="my-bids-title"
      className="mb-12 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-cover border border-line px-5 py-4"
    >
      <div>
        <h2 id="my-bids-title" className="name text-xl">
          {t('bids.title')}
        </h2>
        <p className="mt-1 text-muted">
          {bids.hasNextPage
            ? t('bids.many')
            : t('bids.banner', { count: all.filter(({ status }) => isStanding(status)).length })}
        </p>
      </div>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t('bids.open')}
      </Button>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t('bids.title')} wide>
        <AllBids onLeave={() => setOpen(false)} />
      </SidePanel>
    </section>
  )
}
