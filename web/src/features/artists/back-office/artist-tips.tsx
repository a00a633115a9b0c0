import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { TipWire } from '#server/product/artists/wire.ts'
import { type Column, ListRows } from '../../../back-office/data-list.tsx'
import { Part } from '../../../back-office/detail.tsx'
import { Moment } from '../../../back-office/moment.tsx'
import { useList } from '../../../back-office/use-list.ts'
import { unbroken } from '../../../lib/format.ts'

/** What fans added to prices for the artist, with the lines they wrote. */
export function ArtistTips({ uid }: { uid: string }) {
  const { t } = useTranslation('artists-back-office')
  const list = useList('GET /admin/artists/{uid}/tips', { params: { uid } })
  const columns: Column<TipWire>[] = [
    { title: t('tips.project'), cell: ({ project }) => project },
    {
      title: t('tips.amount'),
      cell: ({ amount, isReturned }) => (
        <span>
          {unbroken(formatBRL(amount))}
          {isReturned && <span className="block text-muted text-xs">{t('tips.returned')}</span>}
        </span>
      ),
      figures: true,
    },
    { title: t('tips.words'), cell: ({ words }) => <span className="break-words">{words}</span> },
    { title: t('tips.at'), cell: ({ at }) => <Moment at={at} /> },
  ]
  return (
    <div className="print:hidden">
      <Part title={t('tips.title')}>
        <ListRows list={list} columns={columns} empty={t('tips.empty')} />
      </Part>
    </div>
  )
}
