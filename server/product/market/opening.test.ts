import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { totalOf } from '../../testing/paid-by-card.ts'
import { sendAlerts } from '../alerts/send-alerts.ts'
import type { QueueWire } from './contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** A lot that opens so many seconds from now. */
async function newOpening(seconds: number, supply = 3): Promise<TestProject> {
  const project = await market.newProject({ supply })
  await opensIn(project, seconds)
  return project
}
const opensIn = ({ id }: TestProject, seconds: number) =>
  market.sql`update projects set opens_at = clock_timestamp() + make_interval(secs => ${seconds}) where id = ${id}`
const newFans = (count: number) => Promise.all(Array.from({ length: count }, () => market.newFan(2000)))
const buy = async (fan: TestFan, { uid }: TestProject) => {
  const { status, data } = (await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: uid })) as {
    status: number
    data: { code?: string }
  }
  return status === 200 ? 'bought' : data.code
}
const enter = (fan: TestFan, { uid }: TestProject) => market.call(fan, `/projects/${uid}/queue`, {})
const queueOf = async (fan: TestFan, { uid }: TestProject) =>
  (await market.call(fan, `/projects/${uid}/queue`)).data as QueueWire

describe('before its hour', () => {
  test('a lot sells nothing, whatever pays', async () => {
    const project = await newOpening(600)
    const [fan] = (await newFans(1)) as [TestFan]
    expect(await buy(fan, project)).toBe('project_not_open')
    const byPix = await market.call(fan, '/buy-token-pix', {
      typeBuy: 'mint',
      UID: project.uid,
      amount: 2000,
    })
    const byCard = await market.call(fan, '/buy-token', {
      paymentMethodId: 'pm_1',
      typeBuy: 'mint',
      UID: project.uid,
      amount: 2000,
    })
    for (const answer of [byPix, byCard]) expect(answer).toMatchObject({ data: { code: 'project_not_open' } })
    // Nor may anything else set a unit aside: the table itself refuses.
    const setAside = market.sql.begin(async (tx) => {
      const [payment] = await tx`
        insert into payments (user_id, project_id, flow, method, amount, fee)
        values (${fan.uid}, ${project.id}, 'mint', 'card', 2000, 0)
        returning id`
      await tx`
        update units set reserved_by = ${payment?.id}, reserved_until = now() + interval '1 minute'
        where project_id = ${project.id} and number = 1`
    })
    await expect(setAside).rejects.toMatchObject({ constraint_name: 'closed_until_its_hour' })
    expect(await market.balanceOf(fan)).toBe(2000)
  })

  test('its waiting room is open for a quarter of an hour', async () => {
    const project = await newOpening(960)
    const [fan] = (await newFans(1)) as [TestFan]
    expect(await enter(fan, project)).toMatchObject({ status: 409, data: { code: 'room_closed' } })
    await opensIn(project, 840)
    expect(await enter(fan, project)).toMatchObject({
      data: { isIn: true, place: null, people: null, turnAt: null },
    })
    expect((await enter(fan, project)).status).toBe(200)
    await opensIn(project, -1)
    const [late] = (await newFans(1)) as [TestFan]
    expect(await enter(late, project)).toMatchObject({ status: 409, data: { code: 'room_closed' } })
    const always = await market.newProject()
    expect(await enter(late, always)).toMatchObject({ data: { code: 'room_closed' } })
  })

  test('its waiting room is for those who may buy', async () => {
    const project = await newOpening(840)
    const [fan] = (await newFans(1)) as [TestFan]
    await market.sql`update users set is_complete_profile = false where uid = ${fan.uid}`
    expect(await enter(fan, project)).toMatchObject({ status: 403, data: { code: 'profile_incomplete' } })
  })

  test('its hour goes into a calendar', async () => {
    const project = await newOpening(600)
    const file = await createApp(market.ctx).request(`/p/${project.uid}/opening.ics`)
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(await file.text()).toContain(`/p/${project.uid}`)
    const always = await market.newProject()
    expect((await createApp(market.ctx).request(`/p/${always.uid}/opening.ics`)).status).toBe(404)
  })
})

describe('at its hour', () => {
  test('a rush on a few units: the order is drawn once, none is oversold, nobody pays for nothing', async () => {
    const project = await newOpening(600, 4)
    const fans = await newFans(24)
    const inside = fans.slice(0, 20)
    await Promise.all(inside.map((fan) => enter(fan, project)))
    await opensIn(project, -1)
    // All at once: some ask for their place, all try to buy, also those who were not there.
    const [outcomes] = await Promise.all([
      Promise.all(fans.map((fan) => buy(fan, project))),
      Promise.all(inside.map((fan) => queueOf(fan, project))),
    ])
    const queues = await Promise.all(inside.map((fan) => queueOf(fan, project)))
    const places = queues.map(({ place }) => place as number)
    expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(new Set(queues.map(({ people }) => people))).toEqual(new Set([20]))
    for (const [index, outcome] of outcomes.entries()) {
      const place = places[index]
      if (place !== undefined && place <= 4) expect(outcome).toBe('bought')
      else expect(['turn_not_come', 'sold_out']).toContain(outcome)
    }
    const balances = await Promise.all(fans.map((fan) => market.balanceOf(fan)))
    expect(balances.filter((balance) => balance === 0)).toHaveLength(4)
    await market.expectHealthy()
  })

  test('a server killed while it draws leaves no half an order, and whoever asks next has it drawn', async () => {
    const project = await newOpening(600, 2)
    const fans = await newFans(6)
    await Promise.all(fans.map((fan) => enter(fan, project)))
    await opensIn(project, -1)
    const killed = await market.sql.reserve()
    await killed`begin`
    await killed`select market.draw_orders(array[${project.id}]::bigint[])`
    const drawn = await killed`select place from private.waiting_room where project_id = ${project.id}`
    expect(drawn.every(({ place }) => place !== null)).toBe(true)
    const [own] = await killed<{ pid: number }[]>`select pg_backend_pid() as pid`
    const asking = Promise.all(fans.map((fan) => queueOf(fan, project)))
    await market.sql`select pg_terminate_backend(${own?.pid ?? 0})`
    await killed`select 1`.catch(() => null)
    killed.release()
    const places = (await asking).map(({ place }) => place as number)
    expect(places.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
    // The server that comes after keeps the order.
    const after = createApp(market.ctx)
    for (const [index, fan] of fans.entries()) {
      const answer = await after.request(`/api/v1/projects/${project.uid}/queue`, {
        headers: { authorization: `Bearer ${fan.token}` },
      })
      expect(((await answer.json()) as { data: QueueWire }).data.place).toBe(places[index])
    }
    const outcomes = await Promise.all(fans.map((fan) => buy(fan, project)))
    expect(outcomes.filter((outcome) => outcome === 'bought')).toHaveLength(2)
    await market.expectHealthy()
  })

  test('whoever has closed the page is called when their turn begins, once, and nobody once the units are gone', async () => {
    const project = await newOpening(600, 1)
    const fans = await newFans(3)
    await Promise.all(fans.map((fan) => enter(fan, project)))
    const calls = async () => {
      await sendAlerts(market.sql)
      const rows = await market.sql<{ fan: string }[]>`
        select user_id as fan from notifications where kind = 'turn_came' and data ->> 'work' = ${project.uid} order by id`
      return rows.map(({ fan }) => fan)
    }
    expect(await calls()).toEqual([])
    await opensIn(project, -1)
    // Nobody has asked for the order: calling draws it.
    const [first] = await calls()
    const placeOf = async (place: number) =>
      (
        await market.sql`select user_id from private.waiting_room where project_id = ${project.id} and place = ${place}`
      )[0]?.user_id
    expect(first).toBe(await placeOf(1))
    expect(await calls()).toEqual([first])
    await opensIn(project, -61)
    expect(await calls()).toEqual([first, await placeOf(2)])
    expect(await buy(fans.find(({ uid }) => uid === first) as TestFan, project)).toBe('bought')
    await opensIn(project, -121)
    expect(await calls()).toEqual([first, await placeOf(2)])
  })

  test('the next come a minute later, and those without a place after everybody', async () => {
    const project = await newOpening(600, 1)
    const fans = await newFans(3)
    await Promise.all(fans.slice(0, 2).map((fan) => enter(fan, project)))
    await opensIn(project, -1)
    const queues = await Promise.all(fans.map((fan) => queueOf(fan, project)))
    const opensAt = Date.parse(queues[0]?.opensAt ?? '')
    const minutes = queues.map(({ place, turnAt }) => [place, (Date.parse(turnAt ?? '') - opensAt) / 60_000])
    expect(minutes.toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual([
      [1, 0],
      [2, 1],
      [null, 2],
    ])
    const outsider = fans[2] as TestFan
    expect(await buy(outsider, project)).toBe('turn_not_come')
    await market.sql`update projects set opens_at = opens_at - interval '2 minutes' where id = ${project.id}`
    expect(await buy(outsider, project)).toBe('bought')
  })

  test('each person gets one unit while others wait for their turns, to keep or to give, whatever pays', async () => {
    const project = await newOpening(600, 3)
    const fans = await Promise.all(Array.from({ length: 4 }, () => market.newFan(6000)))
    for (const fan of fans) await enter(fan, project)
    await opensIn(project, -1)
    const places = await Promise.all(fans.map(async (fan) => (await queueOf(fan, project)).place ?? 0))
    // Three have their turn; the fourth waits for theirs.
    const [first, second] = fans.filter((_fan, index) => (places[index] ?? 0) <= 3) as [TestFan, TestFan]
    const gift = { email: null, words: '' }
    const order = { typeBuy: 'mint', UID: project.uid }
    const give = async (fan: TestFan) =>
      (await market.call(fan, '/buy-token-balance', { ...order, gift })) as {
        status: number
        data: { code?: string }
      }
    const byCard = async (fan: TestFan, more: object) =>
      (await market.call(fan, '/buy-token', {
        ...order,
        paymentMethodId: 'pm_1',
        amount: 2000,
        ...more,
      })) as {
        data: { code?: string }
      }
    expect(await buy(first, project)).toBe('bought')
    expect((await give(first)).data.code).toBe('one_at_opening')
    expect((await byCard(first, { gift })).data.code).toBe('one_at_opening')
    expect((await give(second)).status).toBe(200)
    expect(await buy(second, project)).toBe('one_at_opening')
    expect((await byCard(second, {})).data.code).toBe('one_at_opening')
    // Once everybody has had their turn, it is a lot like any other.
    await market.sql`update projects set opens_at = opens_at - interval '2 minutes' where id = ${project.id}`
    expect(await buy(second, project)).toBe('bought')
    await market.expectHealthy()
  })

  test('what was ordered by card before is judged again when its money arrives: one each still', async () => {
    const project = await newOpening(600, 2)
    const fans = await Promise.all(Array.from({ length: 3 }, () => market.newFan(6000)))
    for (const fan of fans) await enter(fan, project)
    await opensIn(project, -1)
    const places = await Promise.all(fans.map(async (fan) => (await queueOf(fan, project)).place ?? 0))
    const first = fans[places.indexOf(1)] as TestFan
    const order = { typeBuy: 'mint', UID: project.uid, paymentMethodId: 'pm_card_visa', amount: 2000 }
    const asked = await market.call(first, '/buy-token', { ...order, gift: { email: null, words: '' } })
    const { uid } = (asked.data as { payment: { uid: string } }).payment
    expect(await buy(first, project)).toBe('bought')
    await deliver(market, cardEvent({ payment: uid, total: totalOf(2000) }))
    await runJobs(market)
    expect(await market.sql`select status, failure from payments where uid = ${uid}`).toEqual([
      { status: 'failed-mint', failure: 'one_at_opening' },
    ])
    expect(await market.balanceOf(first)).toBe(6000)
    await market.expectHealthy()
  })

  test('without anybody in the room it is open to all', async () => {
    const project = await newOpening(-1)
    const [fan] = (await newFans(1)) as [TestFan]
    expect(await buy(fan, project)).toBe('bought')
  })
})
