/** The frame that brings watchers from one state of a market to the next. */
import { isDeepStrictEqual } from 'node:util'
import { applyFrame } from '#domain/market-frame.ts'
import type { BidWire, MarketFrame } from './contract.ts'

/** The present state of a market, as frames show it. */
export type MarketState = Omit<MarketFrame, 'seq' | 'gone'>
export type NextFrame = { event: 'snapshot' | 'delta'; frame: MarketFrame }

/** The frame that follows on `last`; null when nothing differs. */
export function nextFrame(last: MarketFrame, state: MarketState): NextFrame | null {
  if (isDeepStrictEqual({ ...state, seq: last.seq }, last)) return null
  const next: MarketFrame = { ...state, seq: last.seq + 1 }
  const { ends, ...rest } = next
  const delta: MarketFrame = {
    ...rest,
    ...(ends && !isDeepStrictEqual(ends, last.ends) && { ends }),
    // A bid that only changed its position is left out: watchers count themselves.
    top: changed(last.top, next.top, (bid) => ({ ...bid, position: null })),
    gone: last.top.filter(({ id }) => !next.top.some((bid) => bid.id === id)).map(({ id }) => id),
    winners: changed(last.winners, next.winners, (bid) => bid),
  }
  // Whatever a delta cannot express (a winner revoked, a list in another order) is sent as a snapshot.
  return isDeepStrictEqual(applyFrame(last, delta), next)
    ? { event: 'delta', frame: delta }
    : { event: 'snapshot', frame: next }
}

function changed(before: BidWire[], after: BidWire[], compared: (bid: BidWire) => BidWire): BidWire[] {
  const known = new Map(before.map((bid) => [bid.id, compared(bid)]))
  return after.filter((bid) => !isDeepStrictEqual(known.get(bid.id), compared(bid)))
}
