/** Calls of the product API; some are cut off by the death of the server, and are then made again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Refusal } from '#domain/refusal.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export type Answer = {
  status: number
  data: { code?: Refusal; payment?: { uid: string } } & Record<string, unknown>
}
export type Call = { person: Person; path: string; body?: unknown; key?: string }

/** A server dies within this long of being asked: before, while and after it answers. */
const LATEST_DEATH_MS = 12

export type Calls = {
  once: (call: Call) => Promise<Answer>
  /** All at once. With `kills`, the server dies while they are in progress; they are then all repeated. */
  all: (calls: Call[], kills: boolean) => Promise<Answer[]>
}

export function createCalls({ url, web }: Pick<World, 'url' | 'web'>, random: Random): Calls {
  async function once({ person, path, body, key }: Call): Promise<Answer> {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${person.token}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as Pick<Answer, 'data'>) }
  }

  return {
    once,
    async all(calls, kills) {
      if (!kills) return Promise.all(calls.map(once))
      const first = Promise.allSettled(calls.map(once))
      await sleep(random.below(LATEST_DEATH_MS))
      await web.kill()
      const before = await first
      await web.start()
      const after = await Promise.all(calls.map(once))
      for (const [index, settled] of before.entries()) {
        if (settled.status === 'fulfilled') expectRepeated(settled.value, after[index] as Answer)
      }
      return after
    },
  }
}

/** What was accepted is accepted again, with the same answer. */
function expectRepeated(before: Answer, after: Answer): void {
  if (before.status !== 200) return
  const [was, is] = [before, after].map(({ status, data }) => JSON.stringify([status, data?.payment]))
  if (was !== is) throw new Error(`answered ${was}, and after a restart ${is}`)
}
