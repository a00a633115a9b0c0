import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import { BidAction } from './bid-action.tsx'
import type { AuctionView } from './market-view.ts'
import { Standing } from './standing.tsx'

type BidBarProps = { project: ProjectWire; view: AuctionView | null; onBid(): void }

/** The part of the window's height that the bar may take and stay in sight. */
const MOST = 1 / 6

/**
 * On phones the bid button stays at the bottom, within reach of the thumb, wherever the page is
 * scrolled; where large text makes the bar high, it stays in its place. In a low window the button stands at the top
 * (hero.tsx).
 */
export function BidBar({ project, view, onBid }: BidBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const isHigh = useIsHigh(bar)
  return (
    <div
      ref={bar}
      data-bid-bar
      className={`${isHigh ? '' : 'sticky'} bottom-[var(--dock)] z-10 -mx-4 mt-10 flex items-center justify-between gap-3 tight:flex-col tight:items-stretch border-line border-t bg-ink px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] sm:-mx-8 sm:px-8 low:hidden lg:hidden`}
    >
      <div className="min-w-24 text-sm empty:hidden">
        <Standing project={project} view={view} />
      </div>
      <BidAction project={project} view={view} onBid={onBid} className="shrink-0" />
    </div>
  )
}

/** Whether the bar, as high as its text makes it, would hide too much. */
function useIsHigh(bar: RefObject<HTMLElement | null>): boolean {
  const [isHigh, tell] = useState(false)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const watch = new ResizeObserver(() => tell(element.offsetHeight > innerHeight * MOST))
    watch.observe(element)
    return () => watch.disconnect()
  }, [bar])
  return isHigh
}
