/** Bids over HTTP from a process of its own: requests are built before the clock starts, answers barely parsed. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../scripts/remote.ts'
import { type Answer, openConnection, postRequest } from './http-client.ts'
import { signTokens } from './tokens.ts'

/** By the fan's position in the list given to `prepare`; the amount in centavos. */
export type PlannedBid = { fan: number; project: string; amount: number }
/** Without an amount: a unit of the first lot, at its price. */
export type PlannedPurchase = Omit<PlannedBid, 'amount'>
/** `latencies` in ms, of accepted bids, in the order of their answers. */
export type BidRun = {
  accepted: number
  refused: number
  refusal: string | null
  ms: number
  latencies: number[]
}

/** The uid of the accepted bid's payment, and when its answer arrived: monotonic ms, comparable across processes. */
export type PacedAnswer = { payment: string; at: number }

let tokens: string[] = []

const api = {
  async prepare({ secret, fans }: { secret: string; fans: string[] }): Promise<void> {
    tokens = await signTokens(secret, fans)
  },

  /** Places all bids over `connections` at once, each sending its next bid when the last one is answered. */
  async place(order: {
    port: number
    connections: number
    bids: (PlannedBid | PlannedPurchase)[]
  }): Promise<BidRun> {
    const requests = order.bids.map(requestOf)
    const opening = Array.from({ length: order.connections }, () => openConnection(order.port))
    const connections = await Promise.all(opening)
    const run = newRun()
    let next = 0
    const from = performance.now()
    await Promise.all(
      connections.map(async (connection) => {
        for (let request = requests[next++]; request; request = requests[next++]) {
          const sent = performance.now()
          note(run, await connection.send(request), performance.now() - sent)
        }
      }),
    )
    run.ms = performance.now() - from
    for (const connection of connections) connection.close()
    return run
  },

  /** Places bids at `rate` a second, however long answers take; at most `connections` at a time. */
  async pace(order: {
    port: number
    connections: number
    rate: number
    bids: PlannedBid[]
  }): Promise<PacedAnswer[]> {
    const requests = order.bids.map(requestOf)
    const opening = Array.from({ length: order.connections }, () => openConnection(order.port))
    const connections = await Promise.all(opening)
    const idle = [...connections]
    const answers: Promise<PacedAnswer>[] = []
    const from = performance.now()
    while (answers.length < requests.length) {
      const due = Math.floor(((performance.now() - from) / 1000) * order.rate)
      while (answers.length < Math.min(due, requests.length)) {
        const connection = idle.pop()
        if (!connection) break
        const request = requests[answers.length] as Buffer
        answers.push(
          connection.send(request).then((answer) => {
            idle.push(connection)
            return readPaced(answer)
          }),
        )
      }
      await sleep(1)
    }
    const done = await Promise.all(answers)
    for (const connection of connections) connection.close()
    return done
  },
}
export type BidLoad = typeof api

serve(api)

function requestOf({ fan, project: UID, ...rest }: PlannedBid | PlannedPurchase): Buffer {
  const body = 'amount' in rest ? { typeBuy: 'bid', UID, amount: rest.amount } : { typeBuy: 'mint', UID }
  return postRequest('/api/v1/buy-token-balance', tokens[fan] as string, randomUUID(), body)
}

function readPaced({ status, body }: Answer): PacedAnswer {
  if (status !== 200) throw new Error(`a bid was refused: ${body}`)
  return { payment: JSON.parse(body).data.payment.uid, at: Number(process.hrtime.bigint()) / 1e6 }
}

function newRun(): BidRun {
  return { accepted: 0, refused: 0, refusal: null, ms: 0, latencies: [] }
}

function note(run: BidRun, answer: Answer, ms: number): void {
  if (answer.status === 200) {
    run.accepted++
    run.latencies.push(ms)
  } else {
    run.refused++
    run.refusal ??= answer.body
  }
}
