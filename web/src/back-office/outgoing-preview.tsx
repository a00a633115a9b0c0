import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Outgoing, OutgoingOutcome } from '#domain/money-decision.ts'
import { ApiError, dataOf } from '../lib/api.ts'
import { Failure } from '../ui/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinesPreview } from './lines-preview.tsx'
import { LISTS } from './outgoing-lists.ts'

type OutgoingPreviewProps = { kind: Outgoing; uid: string; outcome: OutgoingOutcome }

/** What the decision will write into the ledger; or why it would be refused, in the words of the refusal. */
export function OutgoingPreview({ kind, uid, outcome }: OutgoingPreviewProps) {
  const { t } = useTranslation('outgoing-back-office')
  const call = `GET /admin/${LISTS[kind]}/{uid}/lines` as const
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['outgoing-lines', kind, uid, outcome],
    queryFn: ({ signal }) => dataOf(call, { params: { uid }, query: { outcome }, signal }),
    placeholderData: keepPreviousData,
    // Each opening shows the balances of its moment.
    staleTime: 0,
    gcTime: 0,
  })
  if (error) {
    const words = (error instanceof ApiError && error.message) || t('ledger.failed')
    return <Failure message={words} retrying={isFetching} onRetry={() => void refetch()} />
  }
  return data ? <LinesPreview {...data} /> : <Skeleton className="h-40" />
}
