import { useTranslation } from 'react-i18next'
import { BidTable } from './bid-table.tsx'
import { ListSection } from './list-section.tsx'
import { useWinners } from './use-auction.ts'

/** `_lances ganhadores` — only once there are any. */
export function WinnerList({ uid }: { uid: string }) {
  const { t } = useTranslation('market')
  const { query, winners } = useWinners(uid)
  if (winners.length === 0) return null
  return (
    <ListSection
      id="winners-title"
      title={t('table.winners')}
      refreshLabel={t('table.refreshWinners')}
      list={query}
    >
      <BidTable bids={winners} mine={null} labelledBy="winners-title" ranked={false} />
    </ListSection>
  )
}
