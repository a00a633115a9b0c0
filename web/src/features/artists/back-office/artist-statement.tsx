import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import { ARTIST_MOVEMENTS } from '#domain/payout.ts'
import { WITHHELD_TAXES } from '#domain/withholding.ts'
import type { ArtistStatementRowWire, ArtistStatementWire } from '#server/product/artists/earnings-wire.ts'
import type { ArtistDetailWire } from '#server/product/artists/wire.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Fact, Facts, Part } from '../../../back-office/detail.tsx'
import { api, download } from '../../../lib/api.ts'
import { formatInSaoPaulo, unbroken } from '../../../lib/format.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { MonthSteps, useMonth } from '../../../ui/month-steps.tsx'

const PAGE_SIZE = '100'

/** A month of the artist's money, to read, download or print; the month is in the address. */
export function ArtistStatement({ artist }: { artist: ArtistDetailWire }) {
  const { t } = useTranslation('artists-back-office')
  const shown = useMonth()
  const { month } = shown
  const rows = useInfiniteQuery({
    queryKey: ['admin', 'artist', artist.uid, 'statement', month],
    queryFn: ({ pageParam, signal }) => {
      const query = { month, limit: PAGE_SIZE, cursor: pageParam }
      return api('GET /admin/artists/{uid}/statement', { params: { uid: artist.uid }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const save = useMutation({
    mutationFn: () =>
      download('GET /admin/artists/{uid}/statement.csv', { params: { uid: artist.uid }, query: { month } }),
    onSuccess: (content) => saveFile(content, `${t('statement.file', { name: artist.name, month })}.csv`),
    onError: () => toast.error(t('statement.saveFailed')),
  })
  // A printed page cannot load more rows, so all are loaded first.
  const printAll = useMutation({
    mutationFn: async () => {
      // If a page fails to load, nothing is printed: half a statement is none.
      for (let more = rows.hasNextPage; more; ) {
        more = (await rows.fetchNextPage({ throwOnError: true })).hasNextPage
      }
    },
    onSuccess: () => requestAnimationFrame(() => print()),
    onError: () => toast.error(t('statement.printFailed')),
  })
  return (
    <Part title={t('statement.title')}>
      <p className="mb-4 hidden print:block">
        {t('statement.of', { name: artist.name, month: shown.named })}
      </p>
      <div className="mb-6 flex flex-wrap items-center gap-3 print:hidden">
        <MonthSteps of={shown} previous={t('statement.previous')} next={t('statement.next')} />
        <Button look="secondary" busy={save.isPending} onClick={() => save.mutate()}>
          {t('statement.save')}
        </Button>
        <Button look="secondary" busy={printAll.isPending} onClick={() => printAll.mutate()}>
          {t('statement.print')}
        </Button>
      </div>
      {rows.data?.pages[0] && <StatementTotals {...rows.data.pages[0]} />}
      <StatementRows rows={rows} />
    </Part>
  )
}

function StatementRows({
  rows,
}: {
  rows: Parameters<typeof ListRows<ArtistStatementRowWire>>[0]['list']['rows']
}) {
  const { t } = useTranslation('artists-back-office')
  const money = (centavos: number) => unbroken(formatBRL(centavos))
  const columns: Column<ArtistStatementRowWire>[] = [
    {
      title: t('statement.when'),
      cell: ({ at }) => (
        <span className="figures whitespace-nowrap">{formatInSaoPaulo(at, currentLanguage())}</span>
      ),
    },
    { title: t('statement.what'), cell: ({ kind }) => t(`statement.kinds.${kind}`) },
    {
      title: t('project'),
      cell: ({ project }) => <span className="min-w-0 text-right md:text-left">{project}</span>,
    },
    { title: t('statement.amount'), figures: true, cell: ({ amount }) => money(amount) },
    { title: t('statement.platform'), figures: true, cell: ({ platform }) => money(platform) },
  ]
  return <ListRows list={{ rows, typed: '' }} columns={columns} empty={t('statement.empty')} />
}

const money = (centavos: number) => <span className="figures">{unbroken(formatBRL(centavos))}</span>

/** From what was owed when the month began, by its totals of each kind, to what is owed at its end. */
function StatementTotals({
  totals,
  balance,
  withheld,
}: Pick<ArtistStatementWire, 'totals' | 'balance' | 'withheld'>) {
  const { t } = useTranslation('artists-back-office')
  return (
    <section aria-label={t('statement.totals')} className="mb-6 max-w-xl">
      <Facts>
        {balance && <Fact label={t('statement.opening')}>{money(balance.opening)}</Fact>}
        {ARTIST_MOVEMENTS.flatMap((kind) => totals.filter((total) => total.kind === kind)).map(
          ({ kind, count, amount }) => (
            <Fact key={kind} label={t('statement.count', { kind: t(`statement.kinds.${kind}`), count })}>
              {money(amount)}
            </Fact>
          ),
        )}
        {WITHHELD_TAXES.filter((tax) => withheld?.[tax]).map((tax) => (
          <Fact key={tax} label={t('taxes.ofPayouts', { tax: t(`taxes.${tax}`) })}>
            {money(withheld?.[tax] ?? 0)}
          </Fact>
        ))}
        {balance && (
          <Fact label={t('statement.closing')}>
            <strong>{money(balance.closing)}</strong>
          </Fact>
        )}
      </Facts>
    </section>
  )
}
