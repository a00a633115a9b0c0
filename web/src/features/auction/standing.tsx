import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#domain/wire/api.ts'
import { unbroken } from '../../lib/format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import type { AuctionView } from './market-view.ts'
import { leadingOffer } from './offer.ts'

/** Where I stand, in one line; before I have a bid, what would lead. Gold is for the leader, green for what is mine. */
export function Standing({ project, view }: { project: ProjectWire; view: AuctionView | null }) {
  const { t } = useTranslation('auction')
  const now = useServerNow()
  if (!view) return <p className="figures min-h-6" />
  const { mine, auction } = view
  if (!mine && project.hasProject) return <p className="min-h-6 text-live">{t('standing.owned')}</p>
  if (!mine) {
    // Nobody can lead what takes no bids.
    if (project.isPaused || now >= Date.parse(project.expiredAt)) return null
    const amount = unbroken(formatBRL(leadingOffer(project.fiatPrice, auction.leading)))
    return <p className="figures min-h-6 text-muted">{t('standing.none', { amount })}</p>
  }
  const leads = mine.toLead === 0
  const way = leads ? t('standing.leads') : t('standing.toLead', { amount: unbroken(formatBRL(mine.toLead)) })
  return (
    <p role="status" className={`figures min-h-6 ${leads ? 'text-gold' : ''}`}>
      <span className="sr-only">{t('standing.label')}: </span>
      {t('place', { position: mine.position })} · {way}
    </p>
  )
}
