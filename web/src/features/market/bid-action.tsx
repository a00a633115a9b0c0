import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { paths } from '../../lib/paths.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { AuctionView } from './market-view.ts'

type BidActionProps = { project: ProjectWire; view: AuctionView | null; onBid(): void; className?: string }

/** The screen's main action: bid, or see what the fan has won. */
export function BidAction({ project, view, onBid, className = '' }: BidActionProps) {
  const { t } = useTranslation('market')
  const now = useServerNow()
  const why = useId()
  if (project.hasProject) {
    return (
      <ButtonLink to={paths.shelf} className={className}>
        {t('owned')}
      </ButtonLink>
    )
  }
  if (now >= Date.parse(project.expiredAt)) return <p className="text-muted text-sm">{t('closed')}</p>
  if (project.isPaused) return <p className="text-muted text-sm">{t('paused')}</p>
  if (!view?.mine)
    return (
      <Button onClick={onBid} className={className}>
        {t('bid')}
      </Button>
    )
  // A fan with a bid cannot place another, which is said before they press; pressing shows the one that stands.
  return (
    <div className="flex flex-col gap-1">
      <Button look="secondary" aria-describedby={why} onClick={onBid} className={className}>
        {t('bid')}
      </Button>
      <p id={why} className="text-center text-muted text-xs">
        {t('oneBid')}
      </p>
    </div>
  )
}
