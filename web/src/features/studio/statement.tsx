import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { ARTIST_MOVEMENTS } from '#domain/payout.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { ArtistStatementRowWire, ArtistStatementWire } from '#server/product/artists/earnings-wire.ts'
import { api, download } from '../../lib/api.ts'
import { formatInSaoPaulo, unbroken } from '../../lib/format.ts'
import { formatShare } from '../../lib/format-share.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { saveFile } from '../../lib/save-file.ts'
import { STUDIO_AGAIN_MS } from '../../lib/studio.ts'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { MonthSteps, useMonth } from '../../ui/month-steps.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const PAGE_SIZE = 50

/** A month of the artist's money, with what was owed before and after; the month is in the address. */
export function Statement() {
  const { t } = useTranslation('studio')
  const shown = useMonth()
  const { month } = shown
  const rows = useInfiniteQuery({
    queryKey: ['studio', 'statement', month],
    queryFn: ({ pageParam, signal }) =>
      api('GET /studio/statement', { query: { month, limit: PAGE_SIZE, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    refetchInterval: shown.isPresent && STUDIO_AGAIN_MS,
  })
  const save = useMutation({
    mutationFn: () => download('GET /studio/statement.csv', { query: { month } }),
    onSuccess: (content) => saveFile(content, `${t('statement.file', { month })}.csv`),
    onError: () => toast.error(t('statement.saveFailed')),
  })
  const first = rows.data?.pages[0]
  return (
    <section className="max-w-3xl">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <MonthSteps of={shown} previous={t('statement.previous')} next={t('statement.next')} />
        <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          {t('statement.save')}
        </Button>
      </div>
      {rows.isPending && <Skeleton className="h-72" />}
      {rows.isError && (
        <Failure message={t('failed')} onRetry={() => void rows.refetch()} retrying={rows.isFetching} />
      )}
      {first && <Sums page={first} isPresent={shown.isPresent} />}
      {first && <p className="mt-3 max-w-[60ch] text-muted text-sm">{t('statement.terms')}</p>}
      {first && <Movements rows={rows.data?.pages.flatMap((page) => page.data) ?? []} />}
      {rows.hasNextPage && (
        <Button
          look="secondary"
          className="mt-6"
          busy={rows.isFetchingNextPage}
          onClick={() => void rows.fetchNextPage()}
        >
          {t('statement.more')}
        </Button>
      )}
    </section>
  )
}

const money = (centavos: number) => unbroken(formatBRL(centavos))

/** From the opening balance by the month's sums to the closing one. */
function Sums({
  page: { balance, totals, withheld },
  isPresent,
}: {
  page: ArtistStatementWire
  isPresent: boolean
}) {
  const { t } = useTranslation('studio')
  return (
    <Rows>
      {balance && <Row label={t('statement.opening')} value={money(balance.opening)} />}
      {ARTIST_MOVEMENTS.flatMap((kind) => totals.filter((total) => total.kind === kind)).map(
        ({ kind, count, amount }) => (
          <Row key={kind} label={`${t(`statement.kinds.${kind}`)} (${count})`} value={money(amount)} />
        ),
      )}
      {WITHHELD_TAXES.filter((tax) => withheld?.[tax]).map((tax) => (
        <Row
          key={tax}
          label={t('statement.withheld', { tax: tax.toUpperCase() })}
          value={money(withheld?.[tax] ?? 0)}
          small
        />
      ))}
      {balance && (
        <Row
          label={t(isPresent ? 'statement.closingNow' : 'statement.closing')}
          value={money(balance.closing)}
          strong
        />
      )}
    </Rows>
  )
}

function Movements({ rows }: { rows: ArtistStatementRowWire[] }) {
  const { t } = useTranslation('studio')
  if (rows.length === 0) return <p className="mt-6 text-muted">{t('statement.empty')}</p>
  return (
    <>
      <h2 className="section-title mt-10 mb-3">{t('statement.moves')}</h2>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {rows.map((row) => (
          <Movement key={row.id} row={row} />
        ))}
      </ul>
    </>
  )
}

function Movement({ row }: { row: ArtistStatementRowWire }) {
  const { t } = useTranslation('studio')
  const { at, kind, project, amount, platform } = row
  const part = partOf(row, t)
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="block break-words font-medium">
          {t(`statement.kinds.${kind}`)} · {project}
        </span>
        {part && <span className="figures block text-muted text-xs">{part}</span>}
        <span className="figures block text-muted text-xs">{formatInSaoPaulo(at, currentLanguage())}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="figures block">{money(amount)}</span>
        {platform !== 0 && (
          <span className="figures block text-muted text-xs">
            {t('statement.platform', { amount: money(platform) })}
          </span>
        )}
      </span>
    </li>
  )
}

/** What the amount is a part of, where it is neither the price nor the artist's whole part of it. */
function partOf({ kind, whole, basisPoints }: ArtistStatementRowWire, t: TFunction<'studio'>): string | null {
  if (whole === null) return kind === 'tip' ? t('statement.tip') : null
  if (basisPoints === null) return t('statement.part.refund', { amount: money(whole) })
  return t(kind === 'tip' ? 'statement.part.tip' : 'statement.part.sale', {
    share: formatShare(basisPoints),
    amount: money(whole),
  })
}
