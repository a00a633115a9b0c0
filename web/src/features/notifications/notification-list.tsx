import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatMoment, unbrokenAmounts } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { BalanceEye } from '../../ui/balance-eye.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MaskedWithin } from '../../ui/masked-amount.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { notificationsQuery } from './api.ts'

/** Six at a time, newest first; `fresh` are the ids that had not been read before. Each links to what it is about. */
export function NotificationList({ fresh, onLeave }: { fresh: readonly number[]; onLeave(): void }) {
  const { t } = useTranslation('notifications')
  const [page, setPage] = useState(1)
  const list = useQuery(notificationsQuery(page))

  if (list.isPending) return <Skeleton className="h-96" />
  if (list.isError) {
    return <Failure message={t('failed')} onRetry={() => void list.refetch()} retrying={list.isFetching} />
  }
  const { notifications, pages } = list.data
  if (notifications.length === 0) return <p className="py-4 text-muted">{t('empty')}</p>
  return (
    <>
      {notifications.some(({ ownAmount }) => ownAmount !== null) && (
        <div className="-mr-2 flex justify-end">
          <BalanceEye both />
        </div>
      )}
      <ul className="divide-y divide-line">
        {notifications.map(({ id, message, ownAmount, path, createdAt }) => (
          <li key={id} className="relative py-4">
            {fresh.includes(id) && (
              <span className="-left-4 absolute top-6 size-2 rounded-full bg-accent">
                <span className="sr-only">{t('new')}</span>
              </span>
            )}
            <p>
              <Link
                to={path}
                // Replaces the panel's own history entry (ui/back-closes.ts).
                replace
                onClick={onLeave}
                className="underline-offset-4 after:absolute after:inset-0 hover:text-accent-text hover:underline"
              >
                <MaskedWithin
                  sentence={unbrokenAmounts(message)}
                  amount={ownAmount && unbrokenAmounts(ownAmount)}
                />
              </Link>
            </p>
            <p className="figures mt-1 text-muted text-xs">{formatMoment(createdAt, currentLanguage())}</p>
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={t('title').slice(1)}
          className="mt-4 flex flex-wrap items-center justify-between gap-x-3"
        >
          <Button look="quiet" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <p
            aria-live="polite"
            className="figures order-first basis-full text-center text-muted text-sm sm:order-none sm:basis-auto"
          >
            {t('page', { page, pages })}
          </p>
          <Button look="quiet" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </nav>
      )}
    </>
  )
}
