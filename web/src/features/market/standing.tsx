import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { OwnBidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import type { AuctionView } from './market-view.ts'
import { bestOffer, takesBids } from './offer.ts'
import { useOutlook } from './use-outlook.ts'

type StandingProps = { project: ProjectWire; view: AuctionView | null }

/**
 * The fan's standing in one line; before they have a bid, what to bid. Gold is for the leader, green for what
 * is the fan's own.
 */
export function Standing({ project, view }: StandingProps) {
  const { t } = useTranslation('market')
  const now = useServerNow()
  if (!view) return <p className="figures min-h-6" />
  if (view.mine) return <OwnStanding project={project} view={view} mine={view.mine} />
  if (project.hasProject) return <p className="min-h-6 text-live">{t('standing.owned')}</p>
  // Nobody can lead an auction that takes no bids, or none of theirs.
  if (view.isPaidForIt || !takesBids(project, now)) return null
  const offer = bestOffer(project, view.auction)
  const amount = unbroken(formatBRL(offer.amount))
  return offer.free > 0 ? (
    <p className="figures min-h-6 font-medium text-text">{t('standing.free', { amount })}</p>
  ) : (
    <p className="figures min-h-6 text-muted">{t('standing.none', { amount })}</p>
  )
}

function OwnStanding({ project, view, mine }: { project: ProjectWire; view: AuctionView; mine: OwnBidWire }) {
  const { t } = useTranslation('market')
  const { outlook, when } = useOutlook(project, view, mine)
  const leads = mine.toLead === 0
  function words(): string {
    if (leads) return t('standing.leads')
    // Nobody wins until it resumes.
    if (project.isPaused) return t('standing.paused')
    if (outlook.kind === 'wins') return t('standing.wins', { when })
    if (outlook.kind === 'behind') return t('standing.behind', { count: outlook.units })
    return t('standing.waits')
  }
  return (
    <p role="status" className={`figures min-h-6 ${leads ? 'text-gold' : ''}`}>
      <span className="sr-only">{t('standing.label')}: </span>
      {t('place', { position: mine.position })} · {words()}
    </p>
  )
}
