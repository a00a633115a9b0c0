/** Desks in several processes: who has one is asked, and who gives no answer is done without. */
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isUnavailable } from './db/unavailable.ts'
import { openDesks } from './shared-desk.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-desks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** A desk at each of two processes, the first of which takes orders so. */
async function openTwo(take: (order: never) => Promise<unknown>) {
  const folder = await newFolder()
  const first = await openDesks({ folder, index: 0, count: 2 }, { bids: take })
  const second = await openDesks({ folder, index: 1, count: 2 }, {})
  onTestFinished(() => second.close())
  return { folder, first, second }
}

test('each order gets its own answer, also when a later one is answered first', async () => {
  const waiting: (() => void)[] = []
  const { first, second } = await openTwo(async ({ amount }: { amount: number }) => {
    if (amount === 1) await new Promise<void>((resolve) => waiting.push(resolve))
    else for (const goOn of waiting) goOn()
    return { placed: `R$ ${amount}\nção` }
  })
  onTestFinished(() => first.close())
  const asked = [1, 2, 3].map((amount) => second.ask(0, 'bids', { amount }))
  expect(await Promise.all(asked)).toMatchObject(
    [1, 2, 3].map((amount) => ({ answer: { placed: `R$ ${amount}\nção` } })),
  )
})

test('an order that fails there fails here, with what went wrong', async () => {
  const { first, second } = await openTwo(async () => {
    throw new Error('the database is away')
  })
  onTestFinished(() => first.close())
  await expect(second.ask(0, 'bids', {})).rejects.toThrow('the database is away')
  await expect(second.ask(0, 'unknown', {})).rejects.toThrow('unknown')
})

test.each([
  { code: '55P03', is: 'a lock that was waited for too long' },
  { code: 'CONNECTION_CLOSED', is: 'a database that went away' },
])('$is is the same here as there', async ({ code }) => {
  const { first, second } = await openTwo(async () => {
    throw Object.assign(new Error('not now'), { code })
  })
  onTestFinished(() => first.close())
  const fault = await second.ask(0, 'bids', {}).catch((fault: unknown) => fault)
  expect(fault).toMatchObject({ code })
  expect(isUnavailable(fault)).toBe(true)
})

test('a constraint that refused there is named here', async () => {
  const { first, second } = await openTwo(async () => {
    throw Object.assign(new Error('twice'), { code: '23505', constraint_name: 'mints_one_per_fan' })
  })
  onTestFinished(() => first.close())
  await expect(second.ask(0, 'bids', {})).rejects.toMatchObject({ constraint_name: 'mints_one_per_fan' })
})

test('a process that ends before it answers gives none, and the one in its place is asked again', async () => {
  const desk = new EventEmitter()
  const isTaken = once(desk, 'taken')
  const { folder, first, second } = await openTwo(async () => {
    desk.emit('taken')
    return new Promise(() => undefined)
  })
  const asked = second.ask(0, 'bids', {})
  await isTaken
  await first.close()
  expect(await asked).toBeNull()
  expect(await second.ask(0, 'bids', {})).toBeNull()

  const next = await openDesks({ folder, index: 0, count: 2 }, { bids: async () => 'placed' })
  onTestFinished(() => next.close())
  expect(await second.ask(0, 'bids', {})).toMatchObject({ answer: 'placed' })
})

test('a process that goes silent is done without', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { first, second } = await openTwo(() => new Promise(() => undefined))
  onTestFinished(() => first.close())
  const asked = [second.ask(0, 'bids', {}), second.ask(0, 'bids', {})]
  vi.advanceTimersByTime(5000)
  expect(await Promise.all(asked)).toEqual([null, null])
})
