/**
 * A batcher takes orders for the database, any number in one round trip. An order is sent at once while fewer than two calls
 * are in progress; otherwise arrivals queue and go together in the next. There is no timer. Calls share one connection, so
 * the database takes them in order, and never waits for us between two of them. Answers are sent only after the commit.
 */
import type { Refusal } from '#domain/refusal.ts'
import { connect, type Sql } from '../../platform/db/sql.ts'

export type Batcher<Order, Answer> = { take: (order: Order) => Promise<Answer> }

export type BatcherRules<Order, Answer> = {
  /** One call for orders that do not depend on each other; the answers in their order. */
  decide: (orders: Order[]) => Promise<Answer[]>
  /** Two orders with a mark in common depend on each other. */
  marksOf: (order: Order) => string[]
  /** The database's constraints that refuse an order when it is the last to notice, and what that means. */
  constraints: Readonly<Record<string, Refusal>>
  refuse: (refusal: Refusal) => Answer
}

type Waiting<Order, Answer> = {
  order: Order
  resolve: (answer: Answer) => void
  reject: (fault: unknown) => void
}

/** More would make the first of a call wait for the last, without any gain. */
const MOST_IN_ONE_CALL = 128

/** One being committed, one on its way behind it. */
const CALLS_UNDER_WAY = 2
/** Whoever holds a project for longer does nothing any more: who waits is told within two seconds, and asks again. */
const LONGEST_LOCK_MS = 1500
/** Of each batcher: its batches come one after the other. */
export const BATCHER_CONNECTIONS = 1

/** The connection of one batcher. */
export const connectBatcher = (url: string, name: string): Sql =>
  connect(url, { max: BATCHER_CONNECTIONS, longestLockMs: LONGEST_LOCK_MS, name })

export function createBatcher<Order, Answer>(rules: BatcherRules<Order, Answer>): Batcher<Order, Answer> {
  let queue: Waiting<Order, Answer>[] = []
  let calls = 0
  let ordersInCalls = 0

  function run(): void {
    while (queue.length > 0 && isWorthACall()) {
      const batch = queue.slice(
        0,
        batchLength(
          queue.map(({ order }) => order),
          rules.marksOf,
        ),
      )
      queue = queue.slice(batch.length)
      calls++
      ordersInCalls += batch.length
      void answerAll(batch).finally(() => {
        calls--
        ordersInCalls -= batch.length
        run()
      })
    }
  }

  /** A smaller call behind a larger one would leave the database idle while most are being answered. */
  const isWorthACall = () => calls < CALLS_UNDER_WAY && queue.length >= ordersInCalls

  async function answerAll(batch: Waiting<Order, Answer>[]): Promise<void> {
    try {
      const answers = await rules.decide(batch.map(({ order }) => order))
      for (const [index, waiting] of batch.entries()) waiting.resolve(answers[index] as Answer)
    } catch (fault) {
      const refusal = rules.constraints[(fault as { constraint_name?: string }).constraint_name ?? '']
      if (!refusal) for (const waiting of batch) waiting.reject(fault)
      else if (batch.length > 1) for (const waiting of batch) await answerAll([waiting])
      else batch[0]?.resolve(rules.refuse(refusal))
    }
  }

  return {
    take(order) {
      return new Promise((resolve, reject) => {
        queue.push({ order, resolve, reject })
        run()
      })
    },
  }
}

/**
 * How many from the front do not depend on each other. What follows waits for the next call and finds the earlier ones
 * done.
 */
export function batchLength<Order>(orders: readonly Order[], marksOf: (order: Order) => string[]): number {
  const seen = new Set<string>()
  let length = 0
  for (const order of orders) {
    const marks = marksOf(order)
    if (length === MOST_IN_ONE_CALL || marks.some((mark) => seen.has(mark))) break
    for (const mark of marks) seen.add(mark)
    length++
  }
  return length
}
