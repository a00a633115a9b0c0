/** The desks of a market in several processes: what one project is asked for meets in one of them. */
import type { SharedDesks } from '../../platform/shared-desk.ts'
import type { Batcher } from './batcher.ts'

/**
 * `own`, shared: orders for a project go to the process that has it. Where that one dies before it answers, the order is taken
 * here, for the second time perhaps: with its key it gets the same answer, and without one the rules let nobody have two.
 */
export function shareDesk<Order extends { projectUid: string }, Answer>(
  name: string,
  own: Batcher<Order, Answer>,
  { place, ask }: Pick<SharedDesks, 'place' | 'ask'>,
): Batcher<Order, Answer> {
  return {
    async take(order) {
      const index = Number.parseInt(order.projectUid.slice(0, 8), 16) % place.count
      const answered = index === place.index ? null : await ask(index, name, order)
      return answered ? (answered.answer as Answer) : own.take(order)
    },
  }
}
