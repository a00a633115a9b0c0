import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatBRL } from '#domain/money.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { unbroken } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { AuctionView } from './market-view.ts'
import { isOver } from './offer.ts'

type BidActionProps = { project: ProjectWire; view: AuctionView | null; onBid(): void; className?: string }

/** The screen's main action: bid, see what the fan has bid, or what they have won. */
export function BidAction({ project, view, onBid, className = '' }: BidActionProps) {
  const { t } = useTranslation(['market', 'refusals'])
  const now = useServerNow()
  const amount = view?.mine ? unbroken(formatBRL(view.mine.amount)) : ''
  if (project.hasProject) {
    return (
      <ButtonLink to={paths.shelf} className={className}>
        {t('owned')}
      </ButtonLink>
    )
  }
  if (isOver(project, now))
    return (
      <p className="text-muted text-sm">
        {t('closed')}{' '}
        <Link to={paths.work(project.uid)} className="link inline-flex min-h-11 items-center">
          {t('closedWork')}
        </Link>
      </p>
    )
  if (project.isPaused) {
    return <p className="text-muted text-sm">{t(view?.mine ? 'pausedMine' : 'paused', { amount })}</p>
  }
  // A fan with a bid cannot place another: in the button's place stands what they have bid.
  if (view?.mine)
    return (
      <div className="shrink-0 text-right tight:text-left lg:text-left">
        <p className="figures font-medium">{t('mine', { amount })}</p>
        <p className="text-muted text-xs">{t('oneBid')}</p>
      </div>
    )
  if (view?.isPaidForIt) return <p className="max-w-[60ch] text-sm">{t('refusals:own_work')}</p>
  return (
    <Button onClick={onBid} className={className}>
      {t('bid')}
    </Button>
  )
}
