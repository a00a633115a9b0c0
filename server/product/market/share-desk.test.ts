/** Bids that are passed on to the process that has their project: the same outcome, whoever dies on the way. */
import { EventEmitter, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDesks } from '../../platform/shared-desk.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { BidRequest } from './place-bids.ts'
import { shareDesk } from './share-desk.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

/** The desks of three processes, each of which tells which bids it took, and does `then` with its answer. */
async function openThree(answered: (index: number) => Promise<void> = async () => undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'tune-desks-'))
  const taken: { index: number; project: string }[] = []
  const open = async (index: number) => {
    const own = {
      async take(bid: BidRequest) {
        taken.push({ index, project: bid.projectUid })
        const answer = await market.ctx.bids.take(bid)
        await answered(index)
        return answer
      },
    }
    const desks = await openDesks({ folder, index, count: 3 }, { bids: own.take })
    return { ...shareDesk('bids', own, desks), close: desks.close }
  }
  const all = await Promise.all([0, 1, 2].map(open))
  onTestFinished(async () => {
    await Promise.all(all.map(({ close }) => close()))
    await rm(folder, { recursive: true })
  })
  return { all, taken }
}

const bidOf = (fan: TestFan, project: TestProject, amount: number): BidRequest => ({
  fanUid: fan.uid,
  projectUid: project.uid,
  amount,
  key: `bid-${amount}`,
  requestHash: String(amount),
})

test('whichever process is asked, the bids of a project meet in one', async () => {
  const { all, taken } = await openThree()
  const projects = await Promise.all(Array.from({ length: 6 }, () => market.newAuction()))
  for (const project of projects) {
    const fans = await Promise.all([0, 1, 2].map(() => market.newFan(10_000)))
    const answers = await Promise.all(
      all.map(({ take }, index) => take(bidOf(fans[index] as TestFan, project, 3000 + index))),
    )
    expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: true }])
  }
  for (const { uid } of projects) {
    const desks = taken.filter(({ project }) => project === uid).map(({ index }) => index)
    expect(desks).toHaveLength(3)
    expect(new Set(desks).size).toBe(1)
  }
})

test('a bid whose process dies with the answer is taken again, and is one', async () => {
  const project = await market.newAuction()
  const fan = await market.newFan(10_000)
  const owner = Number.parseInt(project.uid.slice(0, 8), 16) % 3
  const desk = new EventEmitter()
  const isTaken = once(desk, 'taken')
  const { all, taken } = await openThree(async (index) => {
    if (index !== owner) return
    desk.emit('taken')
    await new Promise(() => undefined)
  })
  const other = all[(owner + 1) % 3]
  const asked = other?.take(bidOf(fan, project, 3000))
  await isTaken
  await all[owner]?.close()
  expect(await asked).toMatchObject({ ok: true, payment: { amount: 3000 } })
  expect(taken.map(({ index }) => index)).toEqual([owner, (owner + 1) % 3])
  expect(await market.sql`select from bids where user_id = ${fan.uid}`).toHaveLength(1)
})
