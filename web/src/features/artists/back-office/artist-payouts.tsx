import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArtistDetailWire } from '#server/product/artists/wire.ts'
import { ListRows } from '../../../back-office/data-list.tsx'
import { Part } from '../../../back-office/detail.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { Button } from '../../../ui/button.tsx'
import { payoutColumns, payoutFilters } from './payout-columns.tsx'
import { PayoutDialog } from './payout-dialog.tsx'

/** The artist's payouts so far, and a new one. */
export function ArtistPayouts({ artist }: { artist: ArtistDetailWire }) {
  const { t } = useTranslation('artists-back-office')
  const [isOpen, open] = useState(false)
  const list = useList('GET /admin/artists/{uid}/payouts', {
    params: { uid: artist.uid },
    underWay: (rows) => rows.some(({ status, isStuck }) => status === 'approved' && !isStuck),
    offered: payoutFilters(t),
  })
  const { key, free } = artist
  const obstacle = key ? free === 0 && t('payout.nothing') : t('payout.noKey')
  return (
    <div className="print:hidden">
      <Part
        title={t('payout.title')}
        action={
          !obstacle && (
            <Button aria-haspopup="dialog" onClick={() => open(true)}>
              {t('payout.start')}
            </Button>
          )
        }
      >
        {obstacle && <p className="mb-4 text-muted text-sm">{obstacle}</p>}
        <ListRows list={list} columns={payoutColumns(t)} empty={t('payout.empty')} />
        {isOpen && key && <PayoutDialog artist={artist} to={key} onClose={() => open(false)} />}
      </Part>
    </div>
  )
}
