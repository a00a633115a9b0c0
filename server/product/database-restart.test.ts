// @module-tag release
/** The database is killed while bids are placed and windows are settled: nothing acknowledged is lost, nothing doubled. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../testing/market.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'

let postgres: TestPostgres
let market: Market
beforeAll(async () => {
  // With the durability of production.
  postgres = await startTestPostgres({})
  market = await createMarket({ adminUrl: postgres.url })
})
afterAll(async () => {
  await market.close()
  await postgres.stop()
})

type Attempt = { fan: TestFan; amount: number; key: string }

test('killed among bids: what was answered stands once, and the same key finishes the rest', async () => {
  const project = await market.newAuction()
  const attempts: Attempt[] = []
  for (let index = 0; index < 60; index++) {
    attempts.push({ fan: await market.newFan(9000), amount: 2000 + index, key: crypto.randomUUID() })
  }
  const send = ({ fan, amount, key }: Attempt) =>
    market.bid(fan, project, amount, key).then(({ status }) => status)
  const early = attempts.slice(0, 20).map(send)
  await early[0]
  const late = attempts.slice(20).map(send)
  await postgres.killAndRestart()
  const statuses = await Promise.all([...early, ...late])
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  const acknowledged = attempts.filter((_, index) => statuses[index] === 200)
  const stands = async () =>
    (await market.sql<{ amount: number }[]>`select amount from bids where project_id = ${project.id}`).map(
      ({ amount }) => amount,
    )
  expect(await stands()).toEqual(expect.arrayContaining(acknowledged.map(({ amount }) => amount)))

  // On a busy machine a connection may notice only now that its database died: its call is repeated, as by a fan.
  for (const attempt of attempts) {
    let status = await send(attempt)
    for (let again = 0; status === 503 && again < 20; again++) {
      await sleep(100)
      status = await send(attempt)
    }
    expect(status).toBe(200)
  }
  expect((await stands()).sort()).toEqual(attempts.map(({ amount }) => amount).sort())
  await market.expectHealthy()
})

test('killed in mid-settlement: each window is settled once', async () => {
  const units = 40
  const project = await market.newAuction({ units })
  for (let index = 0; index < 30; index++) {
    const fan = await market.newFan(9000)
    expect((await market.bid(fan, project, 2000 + index)).status).toBe(200)
  }
  await market.endWindows(project)
  const settling = market.settleAll().then(
    () => 'done',
    () => 'cut off',
  )
  await postgres.killAndRestart()
  expect(['done', 'cut off']).toContain(await settling)
  await market.settleAll()
  const tokens = await market.sql<{ status: string; n: number }[]>`
    select status, count(*)::int as n from mints where project_id = ${project.id} group by status order by status`
  expect([...tokens]).toEqual([
    { status: 'expired', n: units - 30 },
    { status: 'pending', n: 30 },
    { status: 'solded', n: 30 },
  ])
  await market.expectHealthy()
})
