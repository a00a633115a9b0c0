import { useTranslation } from 'react-i18next'
import { formatBRL } from '#domain/money.ts'
import type { OwnBidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import type { AuctionView } from './market-view.ts'
import { bestOffer, takesBids } from './offer.ts'
import { useOutlook } from './use-outlook.ts'

/** What `Standing` leaves out: when units come free, or that one is free now. */
export function AuctionNote({ project, view }: { project: ProjectWire; view: AuctionView | null }) {
  const { t } = useTranslation('market')
  const now = useServerNow()
  if (!view || !takesBids(project, now)) return null
  if (view.mine) return <OutlookNote project={project} view={view} mine={view.mine} />
  const { amount, free } = bestOffer(project, view.auction)
  if (free === 0 || project.hasProject || view.isPaidForIt) return null
  return (
    <p className="max-w-[60ch] rounded-control border border-edge px-4 py-3 text-sm">
      {t('free', { count: free, amount: unbroken(formatBRL(amount)) })}
    </p>
  )
}

function OutlookNote({ project, view, mine }: { project: ProjectWire; view: AuctionView; mine: OwnBidWire }) {
  const { t } = useTranslation('market')
  const { outlook, when } = useOutlook(project, view, mine)
  function words(): string {
    if (outlook.kind === 'none') return t('outlook.none')
    if (outlook.kind === 'behind') return t('outlook.behind', { count: outlook.units, when })
    return mine.position === 1 ? t('outlook.leads', { when }) : t('outlook.wins', { units: outlook.units })
  }
  return <p className="max-w-[60ch] text-muted text-sm">{words()}</p>
}
