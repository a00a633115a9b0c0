import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PayoutWire } from '#server/product/artists/wire.ts'
import { DataList } from '../../../back-office/data-list.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { paths } from '../../../lib/paths.ts'
import { payoutColumns, payoutFilters } from './payout-columns.tsx'

/** Payouts to all artists that wait for a second approval or are in progress. */
export function WaitingPayouts() {
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
