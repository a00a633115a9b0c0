import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { downloadStatement, statementQuery } from './api.ts'
import { isBackwards, isNarrowed, readFilter, type StatementFilter, toQuery } from './filter.ts'
import { Filters } from './filters.tsx'
import { MovementList } from './movement-list.tsx'
import { WalletHead } from './wallet-head.tsx'

/** `/statement` — every movement of the fan's money. */
export function StatementScreen() {
  const { t } = useTranslation('wallet')
  const [query, setQuery] = useSearchParams()
  const filter = readFilter(query)
  const save = useMutation({
    mutationFn: () => downloadStatement(filter),
    onSuccess: (file) => saveFile(file, t('file')),
    onError: () => toast.error(t('downloadFailed')),
  })
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <WalletHead />
      <div className="mt-12 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="section-title">{t('statement')}</h2>
          <p className="mt-1 text-muted text-sm">{t('lead')}</p>
        </div>
        <Button look="quiet" className="-ml-5 sm:ml-0" busy={save.isPending} onClick={() => save.mutate()}>
          {t('download')}
        </Button>
      </div>
      <Filters filter={filter} onChange={(next) => setQuery(toQuery(next), { replace: true })} />
      {isBackwards(filter) ? null : <Movements filter={filter} />}
    </>
  )
}

function Movements({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation('wallet')
  const statement = useInfiniteQuery(statementQuery(filter))
  if (statement.isPending) {
    return (
      <div className="flex flex-col gap-3">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  }
  if (statement.isError) {
    return (
      <Failure
        message={t('failed')}
        onRetry={() => void statement.refetch()}
        retrying={statement.isFetching}
      />
    )
  }
  const movements = statement.data.pages.flatMap((page) => page.data)
  if (movements.length === 0) {
    return <p className="text-muted">{isNarrowed(filter) ? t('noMatch') : t('empty')}</p>
  }
  return (
    <>
      <MovementList movements={movements} />
      {statement.hasNextPage && (
        <div className="flex justify-center">
          <Button
            look="secondary"
            busy={statement.isFetchingNextPage}
            onClick={() => void statement.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  )
}
