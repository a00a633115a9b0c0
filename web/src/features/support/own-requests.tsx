import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { OwnRequestWire } from '#server/product/support/contract.ts'
import { formatMoment } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { requestsQuery } from './api.ts'

/** What the fan has asked so far, each with the way to its conversation; nothing for somebody who never has. */
export function OwnRequests() {
  const { t } = useTranslation('support')
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(requestsQuery)
  const requests = data?.pages.flatMap((page) => page.data) ?? []
  if (requests.length === 0) return null
  return (
    <section aria-labelledby="requests-title">
      <h2 id="requests-title" className="section-title mb-4">
        {t('own.title')}
      </h2>
      <ul className="divide-y divide-line border-line border-y">
        {requests.map((request) => (
          <li key={request.id}>
            <OwnRequest request={request} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button
          look="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('own.more')}
        </Button>
      )}
    </section>
  )
}

function OwnRequest({ request }: { request: OwnRequestWire }) {
  const { t } = useTranslation('support')
  const { id, subject, latest, status, createdAt, answeredAt } = request
  const language = currentLanguage()
  return (
    <Link
      to={paths.supportRequest(id)}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3 transition duration-150 hover:bg-line/40"
    >
      <span className="min-w-0">
        <span className="block truncate">{latest}</span>
        <span className="block text-muted text-sm">
          {t(`subjects.${subject as 'Conta'}`)} ·{' '}
          {answeredAt && status !== 'new'
            ? t('own.answered', { when: formatMoment(answeredAt, language) })
            : t('own.waiting', { when: formatMoment(createdAt, language) })}
        </span>
      </span>
      <Icon name="forward" className="size-4 text-muted" />
    </Link>
  )
}
