import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { formatMoment, unbroken } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { unlockInWords } from '../../lib/period.ts'
import type { BidMethod } from './bid-offer.ts'
import type { AuctionView } from './market-view.ts'
import { bestOffer } from './offer.ts'

type BidTermsProps = {
  project: ProjectWire
  view: AuctionView | null
  method: BidMethod
  /** The sentence above already says that a bid is final. */
  finalIsSaid?: boolean
}

/** A bid's conditions: that there is one for each person, that it is final, how long its money may be held, by when a win is to be played, and that the fee is not refunded. */
export function BidTerms({ project, view, method, finalIsSaid = false }: BidTermsProps) {
  const { t } = useTranslation('market')
  const { free } = bestOffer(project, view?.auction ?? null)
  const closes = unbroken(formatMoment(project.expiredAt, currentLanguage()))
  return (
    <ul aria-label={t('terms.label')} className="flex list-disc flex-col gap-1 pl-5 text-muted text-sm">
      {view?.giftWaits && <li className="text-loss">{t('terms.giftWaits')}</li>}
      <li>{t('terms.single')}</li>
      {!finalIsSaid && <li>{t('terms.final')}</li>}
      <li>{t(free > 0 ? 'terms.free' : 'terms.until', { closes })}</li>
      <li>{t('terms.unlock', { unlock: unlockInWords() })}</li>
      {method !== 'balance' && <li>{t(`terms.${method}`)}</li>}
    </ul>
  )
}
