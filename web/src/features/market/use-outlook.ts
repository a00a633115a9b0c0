import { type Outlook, outlook } from '#domain/auction.ts'
import type { OwnBidWire } from '#server/product/market/contract.ts'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { formatWhen } from '../../lib/format.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useServerNow } from '../../lib/use-server-now.ts'
import type { AuctionView } from './market-view.ts'

/** What becomes of the fan's own bid if nothing changes, in words; `when` formats its instant, as in `às 14:32`. */
export function useOutlook(
  project: ProjectWire,
  view: AuctionView,
  mine: OwnBidWire,
): { outlook: Outlook; when: string } {
  const now = useServerNow()
  const found = outlook(mine.position, view.ends.map(Date.parse), Date.parse(project.expiredAt))
  const when = found.kind === 'none' ? '' : formatWhen(found.at, now, currentLanguage())
  return { outlook: found, when }
}
