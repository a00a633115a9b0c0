/**
 * Requests of several kinds, each at its own pace, from a process of its own. A request is sent when it is due, however
 * long earlier ones take, and its latency counts from that instant: what waits behind a stall is measured too.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../scripts/remote.ts'
import type { PacedAnswer } from './bid-load.ts'
import { type Answer, type Connection, openConnection } from './http-client.ts'

/** `rate`: requests a second. */
export type Course = {
  kind: string
  rate: number
  requests: Uint8Array[]
  /** Whether they are bids that watchers will see. */
  watched: boolean
}
/** `latencies` in ms, in no particular order; `bids` are those of the watched courses. */
export type Courses = { latencies: Record<string, number[]>; bids: PacedAnswer[] }

const now = () => Number(process.hrtime.bigint()) / 1e6

const api = {
  /** Sends all requests of all courses at once; throws where one is not answered with 200. */
  async run({ port, courses }: { port: number; courses: Course[] }): Promise<Courses> {
    const told: Courses = { latencies: {}, bids: [] }
    const idle: Connection[] = []
    const answers: Promise<void>[] = []

    async function send({ kind, requests, watched }: Course, n: number, due: number): Promise<void> {
      const connection = idle.pop() ?? (await openConnection(port))
      const answer = await connection.send(Buffer.from(requests[n] as Uint8Array))
      idle.push(connection)
      const at = now()
      if (answer.status !== 200)
        throw new Error(`${kind}: answered ${answer.status}, ${answer.body.slice(0, 300)}`)
      told.latencies[kind]?.push(at - due)
      if (watched) told.bids.push({ payment: paymentOf(answer), at })
    }

    /** A fault is told at the end, with the others. */
    function begin(...what: Parameters<typeof send>): Promise<void> {
      const sending = send(...what)
      sending.catch(() => undefined)
      return sending
    }

    const from = now()
    const left = courses.map((course, place) => {
      told.latencies[course.kind] ??= []
      return { course, sent: 0, from: from + (1000 / course.rate) * (place / courses.length) }
    })
    while (left.some(({ course, sent }) => sent < course.requests.length)) {
      for (const plan of left) {
        const { course } = plan
        for (let due = dueAt(plan); due <= now() && plan.sent < course.requests.length; due = dueAt(plan))
          answers.push(begin(course, plan.sent++, due))
      }
      await sleep(1)
    }
    await Promise.all(answers)
    for (const connection of idle) connection.close()
    return told
  },
}
export type PacedLoad = typeof api

serve(api)

const dueAt = ({ course, sent, from }: { course: Course; sent: number; from: number }) =>
  from + (sent * 1000) / course.rate

const paymentOf = ({ body }: Answer): string => JSON.parse(body).data.payment.uid
