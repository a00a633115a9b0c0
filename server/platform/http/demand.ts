/** Who wants the server at the moment: a caller who is alone need not leave room for anybody. */
import { type CallerQueue, timeLeft } from './caller-queue.ts'

/** This many requests at once are few, whatever they cost: a person on a slow page sends no more. */
const FEW = 2

export type Demand = {
  /** A request of this caller came: others leave them room, unless they have used up their time and send many at once. */
  note: (queue: CallerQueue) => void
  /** Whether nobody but this caller needs room. */
  isAlone: (queue: CallerQueue) => boolean
}

export function trackDemand(aloneAfter: number): Demand {
  /** The last two who asked for little, and when. */
  let last = { name: '', at: Number.NEGATIVE_INFINITY }
  let lastButOne = last
  return {
    note(queue) {
      const others = queue.inWork + queue.waiting.size
      if (timeLeft(queue) <= 0 && others >= FEW) return
      if (last.name !== queue.name) lastButOne = last
      last = { name: queue.name, at: queue.at }
    },
    isAlone({ name, at }) {
      const other = last.name === name ? lastButOne : last
      return at - other.at > aloneAfter
    },
  }
}
