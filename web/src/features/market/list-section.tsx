import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

type ListSectionProps = {
  id: string
  title: string
  refreshLabel: string
  list: {
    isFetching: boolean
    refetch(): unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage(): unknown
  }
  children: ReactNode
}

/** A list of bids with its title, refresh button and further pages. */
export function ListSection({ id, title, refreshLabel, list, children }: ListSectionProps) {
  const { t } = useTranslation('market')
  return (
    <section aria-labelledby={id} className="mt-12">
      <div className="mb-2 flex items-center justify-between gap-4">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        <IconButton
          label={refreshLabel}
          aria-disabled={list.isFetching || undefined}
          onClick={() => !list.isFetching && void list.refetch()}
          className="aria-disabled:opacity-55"
        >
          <Icon name="refresh" />
        </IconButton>
      </div>
      {children}
      {list.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button look="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('table.more')}
          </Button>
        </div>
      )}
    </section>
  )
}
