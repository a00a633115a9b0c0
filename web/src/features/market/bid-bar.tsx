import type { ProjectWire } from '#server/product/projects/wire.ts'
import { BidAction } from './bid-action.tsx'
import type { AuctionView } from './market-view.ts'
import { Standing } from './standing.tsx'

type BidBarProps = { project: ProjectWire; view: AuctionView | null; onBid(): void }

/**
 * On phones the bid button stays at the bottom, within reach of the thumb, wherever the page is
 * scrolled; where little else would be seen, it stays in its place.
 */
export function BidBar({ project, view, onBid }: BidBarProps) {
  return (
    <div
      data-bid-bar
      className="[@media(min-height:30rem)]:sticky bottom-[var(--dock)] z-10 -mx-4 mt-10 flex items-center justify-between gap-3 tight:flex-col tight:items-stretch border-line border-t bg-ink px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 lg:hidden"
    >
      <div className="min-w-0 text-sm">
        <Standing project={project} view={view} />
      </div>
      <BidAction project={project} view={view} onBid={onBid} className="shrink-0" />
    </div>
  )
}
