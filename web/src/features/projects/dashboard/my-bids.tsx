import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { userBidsQuery } from './api.ts'
import { BidsTable } from './bids-table.tsx'

/** "Meus lances": a banner for fans who have bid, which opens the list in a side panel. */
export function MyBids() {
  const { t } = useTranslation('projects-dashboard')
  const [open, setOpen] = useState(false)
  const bids = useInfiniteQuery(userBidsQuery)
  const all = bids.data?.pages.flatMap((page) => page.data) ?? []
  // While the bids load, or if they fail to, the dashboard looks as it does without bids.
  if (all.length === 0) return null
  return (
    <section
      aria-labelledby="my-bids-title"
      className="mb-8 flex flex-col gap-4 rounded-cover border border-line px-5 py-4 sm:flex-row sm:items-center sm:justify-between"
    >
      <div>
        <h2 id="my-bids-title" className="name text-xl">
          {t('bids.title')}
        </h2>
        <p className="mt-1 text-muted">
          {bids.hasNextPage ? t('bids.many') : t('bids.banner', { count: all.length })}
        </p>
      </div>
      <Button look="secondary" onClick={() => setOpen(true)}>
        {t('bids.open')}
      </Button>
      <SidePanel open={open} onClose={() => setOpen(false)} title={t('bids.title')} wide>
        <BidsTable bids={all} onLeave={() => setOpen(false)} />
        {bids.hasNextPage && (
          <div className="mt-6 flex justify-center">
            <Button look="secondary" busy={bids.isFetchingNextPage} onClick={() => void bids.fetchNextPage()}>
              {t('bids.more')}
            </Button>
          </div>
        )}
      </SidePanel>
    </section>
  )
}
