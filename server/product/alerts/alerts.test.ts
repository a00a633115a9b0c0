import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../app.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { notificationMail } from '../notifications/notifications.ts'
import { publishProject } from '../projects/publish-project.ts'
import { raiseAlert } from './raise-alert.ts'
import { sendAlerts } from './send-alerts.ts'
import { unsubscribeAddress } from './unsubscribe.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())
// One test's alerts are not another's.
beforeEach(() => market.sql`update private.alerts set done_at = now() where done_at is null`)

const follow = (fan: TestFan, { uid }: TestProject, change: object) =>
  market.call(fan, `/projects/${uid}/following`, change)
const kindsOf = async (fan: TestFan) =>
  (await market.sql`select kind, in_bell from notifications where user_id = ${fan.uid} order by id`).map(
    ({ kind, in_bell: inBell }) => (inBell ? kind : `${kind} outside the bell`),
  )
/** By day, so that nobody is asleep; or at night. */
const asIf = (morning: Date | null) =>
  market.sql`update private.alerts set morning_at = ${morning} where done_at is null`

/** Does something while the server's clock says so; the database's own goes on. */
async function at(instant: string, work: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant) })
  await work().finally(() => vi.useRealTimers())
}
/** Nobody sleeps, whenever this runs. */
const sendByDay = () => at('2026-01-15T15:00:00-03:00', () => sendAlerts(market.sql))

/** Another work of the same artist, not yet published. */
async function nextWorkOf({ uid }: TestProject): Promise<string> {
  const [row] = await market.sql`
    insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
      valid_period, expired_at, author_wallet, contract_address, is_active)
    select 'Ressaca', author, thumbnail, description, video_id, symbol, fiat_price, total_supply, valid_period,
      expired_at, author_wallet, contract_address, false
    from projects where uid = ${uid}
    returning uid`
  return row?.uid
}

describe('following', () => {
  test('is read, changed and repeated', async () => {
    const [fan, project] = [await market.newFan(), await market.newProject()]
    expect((await market.call(fan, `/projects/${project.uid}/following`)).data).toEqual({
      follows: false,
      watches: false,
      below: null,
      muted: [],
    })
    await market.sql`update private.artists set slug = 'coral-de-teste' where wallet = (
      select lower(author_wallet) from projects where id = ${project.id}
    )`
    await follow(fan, project, { follows: true })
    const twice = await follow(fan, project, { follows: true, below: 1850 })
    expect(twice.data).toEqual({ follows: true, watches: true, below: 1850, muted: [] })
    expect((await market.call(fan, '/alerts')).data).toMatchObject({
      followed: {
        artists: [{ name: 'Coral', uid: project.uid, page: 'coral-de-teste' }],
        works: [{ uid: project.uid, below: 1850 }],
      },
    })
    expect((await follow(fan, project, { watches: false, follows: false })).data).toEqual({
      follows: false,
      watches: false,
      below: null,
      muted: [],
    })
  })

  test('ends at a thousand works, with a reason', async () => {
    const [fan, project] = [await market.newFan(), await market.newProject()]
    await market.sql`
      with works as (
        insert into projects (project_name, author, thumbnail, description, video_id, symbol, fiat_price, total_supply,
          valid_period, expired_at, author_wallet)
        select 'Obra', 'Muitos', '/c.webp', 'x', 'v', 'MARE', 2000, 1, 3600, now() + interval '1 day',
          '0x' || lpad(to_hex(n), 40, '0')
        from generate_series(1, 1000) n
        returning id
      )
      insert into private.watches (project_id, user_id) select id, ${fan.uid} from works`
    expect(await follow(fan, project, { watches: true })).toMatchObject({
      status: 409,
      data: { code: 'following_limit' },
    })
  })
})

describe('an alert', () => {
  test('of a new lot reaches followers once, in the ways that they left on', async () => {
    const project = await market.newProject()
    const [eager, deaf, quiet, stranger, gone] = await Promise.all(
      Array.from({ length: 5 }, () => market.newFan()),
    )
    for (const fan of [eager, deaf, quiet, gone] as TestFan[]) await follow(fan, project, { follows: true })
    for (const channel of ['bell', 'push', 'mail'])
      await market.call(deaf as TestFan, '/alerts', { alert: { topic: 'lots', channel, on: false } })
    await market.call(quiet as TestFan, '/alerts', { alert: { topic: 'lots', channel: 'bell', on: false } })
    await market.sql`update users set is_active = false where uid = ${(gone as TestFan).uid}`
    expect((await publishProject(market.sql, await nextWorkOf(project), null)).ok).toBe(true)
    await asIf(null)
    await sendAlerts(market.sql)
    await sendAlerts(market.sql)
    expect(await Promise.all(([eager, deaf, quiet, stranger, gone] as TestFan[]).map(kindsOf))).toEqual([
      ['lot_opened'],
      [],
      ['lot_opened outside the bell'],
      [],
      [],
    ])
    expect((await market.call(quiet as TestFan, '/notifications')).data).toMatchObject({
      total: 0,
      unread: 0,
    })
    expect((await market.call(eager as TestFan, '/notifications')).data).toMatchObject({
      notifications: [{ kind: 'lot_opened', path: expect.stringMatching(/^[/]project[/]/) }],
    })
  })

  test('of one kind can be switched off for one work alone', async () => {
    const project = await market.newProject()
    const [mute, other] = [await market.newFan(), await market.newFan()]
    for (const fan of [mute, other]) await follow(fan, project, { follows: true, watches: true })
    const muted = await follow(mute, project, { muted: ['last_hour', 'lots', 'lots'] })
    expect(muted.data).toMatchObject({ muted: ['lots', 'last_hour'] })
    expect((await follow(mute, project, { muted: ['last_hour'] })).data).toMatchObject({
      muted: ['last_hour'],
    })
    expect((await follow(mute, project, { muted: ['announcements'] })).status).toBe(400)
    await market.sql`update projects set expired_at = now() + interval '50 minutes' where id = ${project.id}`
    await sendByDay()
    expect([await kindsOf(mute), await kindsOf(other)]).toEqual([[], ['last_hour']])
    // News of lots of this work, and all of the artist's next one, still come.
    const next = await nextWorkOf(project)
    expect((await publishProject(market.sql, next, null)).ok).toBe(true)
    await asIf(null)
    await sendAlerts(market.sql)
    expect(await kindsOf(mute)).toEqual(['lot_opened'])
  })

  test('is not for those who came after it', async () => {
    const project = await market.newProject()
    const late = await market.newFan()
    const next = await nextWorkOf(project)
    await publishProject(market.sql, next, null)
    await asIf(null)
    await follow(late, project, { follows: true, watches: true })
    await follow(late, { ...project, uid: next }, { watches: true })
    await sendAlerts(market.sql)
    expect(await kindsOf(late)).toEqual([])
  })

  test('waits for the morning of those who sleep, and tells nobody twice', async () => {
    const project = await market.newProject()
    const [asleep, awake] = [await market.newFan(), await market.newFan()]
    for (const fan of [asleep, awake]) await follow(fan, project, { follows: true })
    expect((await market.call(awake, '/alerts', { quietNight: false })).data).toMatchObject({
      quietNight: false,
    })
    await publishProject(market.sql, await nextWorkOf(project), null)
    await asIf(new Date(Date.now() + 3_600_000))
    await sendAlerts(market.sql)
    expect([await kindsOf(asleep), await kindsOf(awake)]).toEqual([[], ['lot_opened']])
    await market.sql`
      update private.alerts set due_at = now() - interval '1 second', morning_at = now() - interval '1 second'
      where done_at is null`
    await sendAlerts(market.sql)
    expect([await kindsOf(asleep), await kindsOf(awake)]).toEqual([['lot_opened'], ['lot_opened']])
  })

  test('of an opening comes at night to those who watch the work, and to followers in the morning', async () => {
    const project = await market.newProject()
    const [follower, watcher] = [await market.newFan(), await market.newFan()]
    const next = await nextWorkOf(project)
    await follow(follower, project, { follows: true })
    await market.sql`
      insert into private.watches (project_id, user_id) select id, ${watcher.uid} from projects where uid = ${next}`
    await publishProject(market.sql, next, null)
    await asIf(new Date(Date.now() + 3_600_000))
    await sendAlerts(market.sql)
    expect([await kindsOf(follower), await kindsOf(watcher)]).toEqual([[], ['lot_opened']])
  })

  test('goes through many followers in steps, each of which looks at a bounded number', async () => {
    const project = await market.newProject()
    const fans = await Promise.all(Array.from({ length: 7 }, () => market.newFan()))
    for (const fan of fans) await follow(fan, project, { follows: true })
    await publishProject(market.sql, await nextWorkOf(project), null)
    await asIf(null)
    const steps: number[] = []
    for (;;) {
      const [step] = await market.sql`select private.send_alerts(3, clock_timestamp()) as people`
      if (step?.people === null) break
      steps.push(step?.people)
    }
    expect(steps).toEqual([3, 3, 1])
    for (const fan of fans) expect(await kindsOf(fan)).toEqual(['lot_opened'])
  })

  test('of a unit comes to those whose amount it fits, once for each unit', async () => {
    const project = await market.newAuction({ endsIn: 1800, price: 2000 })
    const [fits, tooLittle, unasked, rival] = await Promise.all([
      market.newFan(),
      market.newFan(),
      market.newFan(),
      market.newFan(10_000),
    ])
    await market.bid(rival, project, 2500)
    await follow(fits, project, { below: 2501 })
    await follow(tooLittle, project, { below: 2500 })
    await follow(unasked, project, { watches: true })
    await sendByDay()
    await sendByDay()
    expect([await kindsOf(fits), await kindsOf(tooLittle), await kindsOf(unasked)]).toEqual([
      ['unit_below'],
      [],
      [],
    ])
    const [news] = await market.sql`select data from notifications where user_id = ${fits.uid}`
    expect(news?.data).toMatchObject({ amount: 2501, project: 'Maré' })
  })

  test('of the last hour comes to watchers', async () => {
    const [fan, project] = [await market.newFan(), await market.newProject()]
    await follow(fan, project, { watches: true })
    await sendByDay()
    expect(await kindsOf(fan)).toEqual([])
    await market.sql`update projects set expired_at = now() + interval '50 minutes' where id = ${project.id}`
    await sendByDay()
    expect(await kindsOf(fan)).toEqual(['last_hour'])
  })

  test('raised at night waits for the morning, unless it would be news no longer', async () => {
    const project = await market.newProject()
    const raise = (key: string, until: string) =>
      market.sql.begin((tx) =>
        raiseAlert(tx, {
          key: `${key}:${project.uid}`,
          kind: 'last_hour',
          projectId: project.id,
          data: { project: 'Maré', work: project.uid, until: new Date(until).toISOString() },
        }),
      )
    await at('2026-01-15T07:15:00-03:00', async () => {
      await raise('over by then', '2026-01-15T07:59:00-03:00')
      await raise('later', '2026-01-15T08:05:00-03:00')
    })
    const raised = await market.sql`
      select morning_at as morning from private.alerts where project_id = ${project.id} order by id`
    expect([...raised]).toEqual([{ morning: null }, { morning: new Date('2026-01-15T08:00:00-03:00') }])
  })
})

describe('ending mails', () => {
  test('takes one tap, no sign-in, and only its own address', async () => {
    const [fan, project] = [await market.newFan(), await market.newProject()]
    await follow(fan, project, { watches: true })
    await market.sql`update projects set expired_at = now() + interval '30 minutes' where id = ${project.id}`
    await sendByDay()
    const [row] = await market.sql`select id from notifications where user_id = ${fan.uid}`
    const found = await notificationMail(market.sql, row?.id)
    if (!found) throw new Error('no mail')
    const address = unsubscribeAddress(market.ctx.env, found)
    expect(unsubscribeAddress(market.ctx.env, { reader: fan.uid, kind: 'won' })).toBeUndefined()
    const app = createApp(market.ctx)
    const path = new URL(address ?? '').pathname
    const settings = async () =>
      (await market.call(fan, '/alerts')).data as { settings: { topics: object[] } }
    // Programs that look through mails open addresses: nothing may follow from that.
    expect(await (await app.request(path)).text()).toContain('<form method="post">')
    // In the language of the mail, whatever the browser speaks, and as a page of the house.
    await market.sql`update users set language = 'en' where uid = ${fan.uid}`
    const english = await (await app.request(path, { headers: { 'accept-language': 'pt-BR' } })).text()
    for (const part of [
      '<html lang="en">',
      'Would you like to stop these mails?',
      'src="/icon.svg"',
      '/legal/legal.css',
      ' · Tune<',
    ])
      expect(english).toContain(part)
    expect((await settings()).settings.topics).toContainEqual(
      expect.objectContaining({ topic: 'last_hour', mail: true }),
    )
    for (const strange of [path.replace('last_hour', 'lots'), `${path}x`])
      expect((await app.request(strange, { method: 'POST' })).status).toBe(404)
    const answer = await app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status).toBe(200)
    expect((await settings()).settings.topics).toEqual([
      { topic: 'lots', bell: true, push: true, mail: true },
      { topic: 'unit_below', bell: true, push: true, mail: true },
      { topic: 'last_hour', bell: true, push: true, mail: false },
      { topic: 'announcements', bell: true, push: true, mail: true },
    ])
  })
})
