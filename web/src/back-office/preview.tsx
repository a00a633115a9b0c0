import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { WrittenWire } from '#server/product/back-office/contract.ts'
import type { CallName } from '#server/product/calls.ts'
import { type AnyRequest, ApiError, answerTo } from '../lib/api.ts'
import { Failure } from '../ui/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinesBox, LinesPreview } from './lines-preview.tsx'

/** A call that carries out what is asked for, answers with what the ledger would hold, and keeps nothing of it. */
type PreviewCall = Extract<CallName, `GET ${string}lines`>

/** What the decision will write into the ledger; or why it would be refused, in the words of the refusal. */
export function Preview({ call, request }: { call: PreviewCall; request: AnyRequest }) {
  const { t } = useTranslation('outgoing-back-office')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', call, request],
    queryFn: ({ signal }) => answerTo<{ data: WrittenWire }>(call, { ...request, signal }),
    placeholderData: keepPreviousData,
    // Each opening shows the balances of its moment.
    staleTime: 0,
    gcTime: 0,
  })
  if (error) {
    const words = (error instanceof ApiError && error.message) || t('ledger.failed')
    return (
      <LinesBox>
        <Failure message={words} retrying={isFetching} onRetry={() => void refetch()} />
      </LinesBox>
    )
  }
  return <LinesBox>{data ? <LinesPreview {...data.data} /> : <Skeleton className="h-full" />}</LinesBox>
}
