import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { WrittenWire } from '#server/product/back-office/contract.ts'
import type { CallName } from '#server/product/calls.ts'
import { type AnyRequest, ApiError, answerTo } from '../lib/api.ts'
import { Failure } from '../ui/failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinesBox, LinesPreview } from './lines-preview.tsx'
import { useTell } from './refused.ts'

/** A call that carries out what is asked for, answers with what the ledger would hold, and keeps nothing of it. */
type PreviewCall = Extract<CallName, `GET ${string}lines`>

type PreviewProps = {
  call: PreviewCall
  request: AnyRequest
  /** What is entered can be asked for: for anything else there are no lines. */
  isValid?: boolean
}

/**
 * What the decision will write into the ledger; or why it would be refused, in the words of the refusal. The lines of what
 * was entered before are greyed until those of what stands there now are known.
 */
export function Preview({ call, request, isValid = true }: PreviewProps) {
  const { t } = useTranslation('outgoing-back-office')
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['preview', call, request],
    queryFn: ({ signal }) => answerTo<{ data: WrittenWire }>(call, { ...request, signal }),
    enabled: isValid,
    placeholderData: keepPreviousData,
    // Each opening shows the balances of its moment.
    staleTime: 0,
    gcTime: 0,
  })
  // Asking again changes a refusal into nothing else.
  const isRefused = error instanceof ApiError && error.isFinal
  useTell(isValid ? (isRefused ? 'refused' : data ? 'known' : 'unknown') : 'known')
  if (!isValid) return <LinesBox />
  if (error) {
    const words = (error instanceof ApiError && error.message) || t('ledger.failed')
    return (
      <LinesBox>
        {isRefused ? (
          <Notice>{words}</Notice>
        ) : (
          <Failure message={words} retrying={isFetching} onRetry={() => void refetch()} />
        )}
      </LinesBox>
    )
  }
  return (
    <LinesBox isOld={isPlaceholderData}>
      {data ? <LinesPreview {...data.data} /> : <Skeleton className="h-52" />}
    </LinesBox>
  )
}
