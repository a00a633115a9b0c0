import { useEffect, useState } from 'react'
import type { ProjectWire } from '#server/product/projects/wire.ts'
import type { AuctionView } from './market-view.ts'
import { useBidForecast } from './use-bid-forecast.ts'

/** Announced to screen readers once typing has paused for this long, not after every key. */
const PAUSE_MS = 1000

type BidForecastLineProps = {
  project: ProjectWire
  view: AuctionView | null
  /** Centavos, or null while the field is empty. */
  amount: number | null
}

/** What the typed amount would get: shown at once, announced when typing pauses. */
export function BidForecastLine({ project, view, amount }: BidForecastLineProps) {
  const words = useBidForecast(project, view, amount)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <>
      {words && (
        <p aria-hidden="true" className="mt-2 text-sm">
          {words}
        </p>
      )}
      <p role="status" className="sr-only">
        {settled}
      </p>
    </>
  )
}
