import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { PayoutWire } from '#server/product/artists/earnings-wire.ts'
import type { AdminArtistWire } from '#server/product/artists/wire.ts'
import { AddressTabs } from '../../../back-office/address-tabs.tsx'
import { type Column, DataList } from '../../../back-office/data-list.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { useMay } from '../../../back-office/office.tsx'
import { SCREEN_TABS } from '../../../back-office/screen-tabs.ts'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { ScreenTitle } from '../../../ui/screen-title.tsx'
import { payoutColumns, payoutFilters } from './payout-columns.tsx'

/** `/admin/artists` — who is owed what, and the payouts in progress. */
export function ArtistsScreen() {
  const { t } = useTranslation(['artists-back-office', 'back-office'])
  return (
    <>
      <ScreenTitle>{t('title')}</ScreenTitle>
      <AddressTabs
        label={t('tabs')}
        tabs={SCREEN_TABS.artists.map((tab) => ({
          ...tab,
          label: t(`back-office:tabs.${tab.value}`),
          content: tab.value === 'artists' ? <Artists /> : <WaitingPayouts />,
        }))}
      />
    </>
  )
}

function Artists() {
  const { t } = useTranslation('artists-back-office')
  const seesAccounts = useMay()('GET /admin/artists/{uid}/payouts')
  const list = useList('GET /admin/artists', {
    offered: { choices: [], ...(seesAccounts && { amounts: true }) },
  })
  const owed: Column<AdminArtistWire>[] = [
    { title: t('payable'), figures: true, cell: ({ payable }) => unbroken(formatBRL(payable ?? 0)) },
    { title: t('paid'), figures: true, cell: ({ paid }) => unbroken(formatBRL(paid ?? 0)) },
    {
      title: t('lastPayout'),
      cell: ({ lastPayoutAt }) =>
        lastPayoutAt ? <Moment at={lastPayoutAt} /> : <span className="text-muted">--</span>,
    },
  ]
  const columns: Column<AdminArtistWire>[] = [
    {
      title: t('artist'),
      cell: ({ uid, name }) => (
        <Link to={paths.adminArtist(uid)} className="link inline-flex min-h-11 items-center font-medium">
          {name}
        </Link>
      ),
    },
    {
      title: t('projects'),
      cell: ({ projects }) => (
        <span className="line-clamp-2 min-w-0 max-w-[40ch] text-right md:text-left">
          {projects.join(', ')}
        </span>
      ),
    },
    ...(seesAccounts ? owed : []),
  ]
  return (
    <DataList list={list} searchLabel={t('search')} file={t('file')} columns={columns} empty={t('empty')} />
  )
}

/** Payouts to all artists that wait for a second approval or are in progress. */
function WaitingPayouts() {
  const { t } = useTranslation('artists-back-office')
  const list = useList('GET /admin/payouts-waiting', {
    underWay: (rows) => rows.some(({ status, isStuck }) => status === 'approved' && !isStuck),
    offered: payoutFilters(t),
  })
  const columns = [
    {
      title: t('artist'),
      cell: ({ artist }: PayoutWire) => (
        <Link to={paths.adminArtist(artist.uid)} className="link inline-flex min-h-11 items-center">
          {artist.name}
        </Link>
      ),
    },
    ...payoutColumns(t),
  ]
  return (
    <DataList
      list={list}
      searchLabel={t('payout.search')}
      file={t('payout.file')}
      columns={columns}
      empty={t('payout.emptyWaiting')}
    />
  )
}
