import { useTranslation } from 'react-i18next'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { formatWhen } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import { bidForecast } from './bid-forecast.ts'
import type { AuctionView } from './market-view.ts'

/** What a bid of `amount` centavos would get, in words; empty where that is unknown. */
export function useBidForecast(
  project: ProjectWire,
  view: AuctionView | null,
  amount: number | null,
): string {
  const { t } = useTranslation(['market', 'refusals'])
  const now = useServerNow()
  // A fan has one bid at a time, so besides their own no other amount has a position.
  const found = amount === null || !view || view.mine ? null : bidForecast(amount, project, view)
  if (!found) return ''
  // Also where somebody has passed a fan whose form was open.
  if (found.kind === 'taken') return t('refusals:bid_amount_taken')
  if (found.kind === 'free') return t('forecast.free')
  const place = t('place', { position: found.position })
  if (found.kind === 'none') return t('forecast.none', { place })
  if (found.kind === 'behind') return t('forecast.behind', { place, count: found.units })
  return t('forecast.wins', { place, when: formatWhen(found.at, now, currentLanguage()) })
}
