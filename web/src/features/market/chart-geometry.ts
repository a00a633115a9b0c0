/**
 * The geometry of an auction's chart: time runs to the right, money upwards. Positions are percentages of the
 * chart, so that it stretches with the screen while dots stay round.
 */
import type { BidHistoryWire } from '#server/product/market/contract.ts'

export type Point = { x: number; y: number }
export type Segment = { from: Point; to: Point }

export type BidChart = {
  bids: (Point & { won: boolean; amount: number })[]
  /** Few enough to have their amounts beside them. */
  isSparse: boolean
  wins: Point[]
  /** The highest and the lowest amount, in centavos, with their heights; only one when they are equal. */
  levels: { amount: number; y: number }[]
  /** The first and the last instant (ISO 8601). */
  from: string
  to: string
}

/** Margins, in percent: dots have a size, and amounts stand above their lines. */
export const INSET = { x: 3, y: 14 }

/** So few bids and sales that each can have its amount beside it. */
const FEW = 6

/** Null when there is nothing to draw. */
export function bidChart({ bids, wins }: BidHistoryWire): BidChart | null {
  const events = [...bids, ...wins]
  if (events.length === 0) return null
  const times = events.map(({ at }) => Date.parse(at))
  const amounts = events.map(({ amount }) => amount)
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const [lowest, highest] = [Math.min(...amounts), Math.max(...amounts)]

  // A few that came close together would lie on one another: they are spread in their order instead.
  const order = times.length <= FEW ? times.toSorted((one, other) => one - other) : null
  const along = (time: number) =>
    order ? share(order.indexOf(time), 0, order.length - 1) : share(time, start, end)

  const place = ({ at, amount }: { at: string; amount: number }): Point => ({
    x: INSET.x + along(Date.parse(at)) * (100 - 2 * INSET.x),
    y: 100 - INSET.y - share(amount, lowest, highest) * (100 - 2 * INSET.y),
  })
  const levels = highest === lowest ? [highest] : [highest, lowest]
  return {
    bids: bids.map((bid) => ({ ...place(bid), won: bid.won, amount: bid.amount })),
    isSparse: order !== null,
    wins: wins.map(place),
    levels: levels.map((amount) => ({ amount, y: place({ at: events[0]?.at ?? '', amount }).y })),
    from: new Date(start).toISOString(),
    to: new Date(end).toISOString(),
  }
}

/** A sale's price holds until the next sale: a level stretch, then the step to the new price. */
export function priceSteps(wins: readonly Point[]): Segment[] {
  return wins.slice(1).flatMap((next, index) => {
    const last = wins[index] as Point
    const corner = { x: next.x, y: last.y }
    return [
      { from: last, to: corner },
      { from: corner, to: next },
    ]
  })
}

/** The position of `value` between `low` and `high`, from 0 to 1; the middle when they are equal. */
function share(value: number, low: number, high: number): number {
  return high === low ? 0.5 : (value - low) / (high - low)
}
