/** The studio: for the account that acts for an artist, as long as it does, and for nobody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../app.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { createApiKey } from '../../platform/http/api-keys.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyFromWallet, mint } from '../../testing/paid-by-card.ts'
import { sendAlerts } from '../alerts/send-alerts.ts'
import type { ArtistStatementWire } from '../artists/earnings-wire.ts'
import type { ArtistDetailWire } from '../artists/wire.ts'
import type { StudioFiguresWire, StudioWire, StudioWorkWire } from './contract.ts'

let market: Market
let admin: TestFan
const mails: Mail[] = []
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
})
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string } }
const post = <Data = object>(by: TestFan, path: string, body: object = {}) =>
  market.call(by, path, body) as Promise<Answer<Data>>
const get = <Data>(by: TestFan, path: string) => market.call(by, path) as Promise<Answer<Data>>

type Artist = { fan: TestFan; project: TestProject; uid: string; id: number }
/** An account that looks after the artist of a project, which somebody else made. */
async function newArtist(project?: TestProject): Promise<Artist> {
  const work = project ?? (await market.newProject({ price: 4000, supply: 5 }))
  const fan = await market.newFan()
  const [artist] = await market.sql<{ id: number; uid: string }[]>`
    select artists.id, artists.uid from private.artists
    join projects on lower(author_wallet) = wallet where projects.id = ${work.id}`
  if (!artist) throw new Error('no artist')
  await market.sql`
    insert into private.artist_accounts (artist_id, user_id) values (${artist.id}, ${fan.uid})`
  return { ...artist, fan, project: work }
}
const dismiss = ({ uid }: Artist) => post(admin, `/admin/artists/${uid}/account/end`, { reason: 'Fim' })
const announce = ({ fan }: Artist, text = 'Show no domingo') => post(fan, '/studio/announcements', { text })
const month = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format().slice(0, 7)

describe('the studio', () => {
  test('shows what fans added to prices, with their lines, to its artist alone', async () => {
    const [artist, other] = [await newArtist(), await newArtist()]
    const fan = await market.newFan(10_000)
    const tip = { amount: 700, words: 'Obrigada por esta canção.' }
    await post(fan, '/buy-token-balance', { typeBuy: 'mint', UID: artist.project.uid, tip })
    const { data } = await get<StudioWire>(artist.fan, '/studio')
    expect(data.tips).toMatchObject([{ amount: 700, words: tip.words, isReturned: false }])
    expect((await get<StudioWire>(other.fan, '/studio')).data.tips).toEqual([])
  })

  test('is closed to everybody else, and from one call to the next to whoever has left', async () => {
    const artist = await newArtist()
    const [stranger, other] = [await market.newFan(), await newArtist()]
    const { uid } = artist.project
    const reads = ['figures', `statement?month=${month()}`, `statement.csv?month=${month()}`]
    const writes = [
      ['keys', { legalName: 'X', pixKeyType: 'email', pixKey: 'x@tune.test' }],
      ['page', { story: 'Olá', picture: null }],
      ['announcements', { text: 'Olá' }],
      [`works/${uid}`, { version: 1, lyrics: 'Olá' }],
    ] as const
    const knock = async (by: TestFan) => {
      for (const path of reads) expect((await market.callRaw(by, `/studio/${path}`)).status, path).toBe(403)
      expect((await get(by, `/studio/works/${uid}`)).status).toBe(404)
      for (const [path, body] of writes)
        expect((await post(by, `/studio/${path}`, body)).data.code, path).toBe('not_an_artist')
      expect((await get<StudioWire | null>(by, '/studio')).data).toBeNull()
    }
    await knock(stranger)
    expect((await get(other.fan, `/studio/works/${uid}`)).status).toBe(404)
    expect((await post(other.fan, `/studio/works/${uid}`, { version: 1, lyrics: 'x' })).status).toBe(404)
    expect((await get(artist.fan, '/studio/figures')).status).toBe(200)
    await dismiss(artist)
    await knock(artist.fan)
    expect((await market.callRaw(null, '/studio')).status).toBe(401)
    await market.sql`update users set is_active = false where uid = ${other.fan.uid}`
    expect((await get(other.fan, '/studio')).data).toMatchObject({ code: 'account_inactive' })
  })

  test('counts sales, plays, bids and what units went for at auction', async () => {
    const auction = await market.newAuction({ units: 2, price: 2000 })
    const artist = await newArtist(auction)
    await market.sql`
      update mints set played_at = now(), status_song = 'pending'
      where id = (select min(id) from mints where project_id = ${auction.id})`
    for (const amount of [2500, 2700]) await market.bid(await market.newFan(5000), auction, amount)
    await market.endWindows(auction)
    await market.settleAll()
    const { data } = await get<StudioFiguresWire>(artist.fan, '/studio/figures')
    expect(data.works).toMatchObject([
      {
        uid: auction.uid,
        phase: 'auction',
        isPaused: false,
        unsold: 0,
        opensAt: null,
        sold: 4,
        plays: 1,
        bids: 2,
        resales: { count: 2, highest: 2700 },
        volume: 9200,
        share: 8280,
      },
    ])
  })

  test('says where a work stands: its first lot, before it opens, in a pause, and closed', async () => {
    const project = await market.newProject({ price: 2000, supply: 3 })
    const artist = await newArtist(project)
    await buyFromWallet(market, await market.newFan(2000), project)
    const read = async () => (await get<StudioFiguresWire>(artist.fan, '/studio/figures')).data.works
    expect(await read()).toMatchObject([{ phase: 'first_lot', unsold: 2, supply: 3, isPaused: false }])
    await market.sql`
      update projects set paused_at = now(), opens_at = '2099-01-01T12:00:00Z', expired_at = '2099-02-01T12:00:00Z'
      where id = ${project.id}`
    expect(await read()).toMatchObject([{ isPaused: true, opensAt: '2099-01-01T12:00:00.000Z' }])
    await market.sql`update projects set opens_at = null, expired_at = '2020-01-01T12:00:00Z' where id = ${project.id}`
    expect(await read()).toMatchObject([{ phase: 'closed', expiredAt: '2020-01-01T12:00:00.000Z' }])
  })

  test('a sale that was undone is none, here and in the back office, and one paid back after its play is named', async () => {
    const project = await market.newProject({ price: 4000, supply: 2 })
    const artist = await newArtist(project)
    const [undone, played] = [await market.newFan(4000), await market.newFan(4000)]
    const payments = [
      await buyFromWallet(market, undone, project),
      await buyFromWallet(market, played, project),
    ]
    await market.sql`
      update mints set status_song = 'pending', played_at = now()
      where user_id = ${played.uid} and project_id = ${project.id}`
    const [token] = await market.sql<{ uid: string }[]>`
      select uid from mints where user_id = ${undone.uid} and project_id = ${project.id}`
    expect((await post(undone, '/regret', { UID: token?.uid })).status).toBe(200)
    const refund = await post<{ uid: string }>(admin, `/admin/activity/${payments[1]}/refunds`, {
      amount: 4000,
      destination: 'wallet',
      reason: 'o áudio falhou',
      despitePlay: true,
    })
    const other = await market.newAdmin()
    expect((await post(other, `/admin/refunds/${refund.data.uid}/approve`)).status).toBe(200)
    const counted = { undone: 1, refunded: 1, volume: 0 }
    const figures = (await get<StudioFiguresWire>(artist.fan, '/studio/figures')).data
    expect(figures.works).toMatchObject([{ ...counted, sold: 1 }])
    const shown = (await get(admin, `/admin/projects/${project.uid}`)).data
    expect(shown).toMatchObject({ ...counted, sales: 1 })
    const listed = (await get<{ uid: string }[]>(admin, '/admin/projects')).data
    expect(listed).toContainEqual(expect.objectContaining({ uid: project.uid, sales: 1 }))
  })

  test('what fans added to prices is named beside the volume, as long as it is kept, here and for whoever has the link', async () => {
    const artist = await newArtist()
    const [kept, undone] = [await market.newFan(9000), await market.newFan(9000)]
    const tip = { amount: 700, words: '' }
    for (const fan of [kept, undone]) {
      const bought = await post<{ payment: { uid: string } }>(fan, '/buy-token-balance', {
        typeBuy: 'mint',
        UID: artist.project.uid,
        tip,
      })
      await mint(market, bought.data.payment.uid)
    }
    const { data: link } = await post<{ token: string }>(admin, `/admin/artists/${artist.uid}/links`, {
      days: 7,
    })
    const shown = async () => (await get<StudioFiguresWire>(artist.fan, '/studio/figures')).data.works
    expect(await shown()).toMatchObject([{ volume: 8000, tips: 1400, share: 7200 + 1400 }])
    const [token] = await market.sql<{ uid: string }[]>`
      select uid from mints where user_id = ${undone.uid} and project_id = ${artist.project.id}`
    expect((await post(undone, '/regret', { UID: token?.uid })).status).toBe(200)
    const left = [{ volume: 4000, tips: 700, share: 3600 + 700 }]
    expect(await shown()).toMatchObject(left)
    const linked = await market.call(null, '/artist-figures', { token: link.token })
    expect(linked.data).toMatchObject({ projects: left })
  })

  test('its statement begins with what was owed, and ends with what is', async () => {
    const artist = await newArtist()
    for (let sale = 0; sale < 2; sale++)
      await buyFromWallet(market, await market.newFan(4000), artist.project)
    await market.sql`alter table ledger.transfers disable trigger user`
    await market.sql`
      update ledger.transfers set created_at = now() - interval '40 days'
      where id = (
        select min(transfers.id) from ledger.transfers
        join ledger.accounts on accounts.id = credit_account
        where code = ${`project:${artist.project.uid}:payable`}
      )`
    await market.sql`alter table ledger.transfers enable trigger user`
    const read = (of: string) =>
      market.call(artist.fan, `/studio/statement?month=${of}`) as unknown as Promise<ArtistStatementWire>
    expect(await read(month())).toMatchObject({
      balance: { opening: 3600, closing: 7200 },
      totals: [{ kind: 'sale', count: 1, amount: 3600 }],
    })
    expect((await read('2020-01')).balance).toEqual({ opening: 0, closing: 0 })
    const file = await market.callRaw(artist.fan, `/studio/statement.csv?month=${month()}`)
    expect((await file.text()).split('\r\n').filter(Boolean)).toHaveLength(2)
    expect((await market.callRaw(artist.fan, '/studio/statement?month=2026-13')).status).toBe(400)
  })

  test('what may be paid out now, and what waits for the play until when, is what the back office sees', async () => {
    const artist = await newArtist()
    const fans = [await market.newFan(4000), await market.newFan(4000)]
    for (const fan of fans) await buyFromWallet(market, fan, artist.project)
    await market.sql`
      update mints set status_song = 'pending', played_at = now()
      where user_id = ${fans[0]?.uid ?? ''} and project_id = ${artist.project.id}`
    const [until] = await market.sql<{ at: Date }[]>`
      update mints set status = 'minted', will_expire_at = now() + interval '2 days'
      where user_id = ${fans[1]?.uid ?? ''} and project_id = ${artist.project.id}
      returning will_expire_at as at`
    const owed = { payable: 7200, free: 3600, unplayed: 3600, unplayedUntil: until?.at.toISOString() }
    expect((await get<StudioWire>(artist.fan, '/studio')).data).toMatchObject(owed)
    expect((await get(admin, `/admin/artists/${artist.uid}`)).data).toMatchObject(owed)
  })

  test('a key that the artist enters waits for our confirmation, and its owner hears of it', async () => {
    const artist = await newArtist()
    const given = { legalName: 'Coral Ltda.', pixKeyType: 'email', pixKey: 'Coral@tune.test' }
    expect((await post(artist.fan, '/studio/keys', { ...given, pixKey: 'x' })).data.code).toBe(
      'pix_key_invalid',
    )
    expect((await post(artist.fan, '/studio/keys', given)).status).toBe(200)
    await runJobs(market)
    expect(mails.at(-1)).toMatchObject({ to: artist.fan.email, subject: 'Chave PIX de Coral' })
    expect((await get<StudioWire>(artist.fan, '/studio')).data).toMatchObject({
      key: null,
      waitingKey: { pixKey: 'coral@tune.test' },
    })
    const detail = async () => (await get<ArtistDetailWire>(admin, `/admin/artists/${artist.uid}`)).data
    const id = (await detail()).waitingKey?.id
    expect((await post(admin, `/admin/artists/${artist.uid}/keys/${id}/confirm`)).status).toBe(200)
    // What has not been confirmed goes with its account; what has, stays.
    await post(artist.fan, '/studio/keys', { ...given, pixKey: 'outro@tune.test' })
    await dismiss(artist)
    expect(await detail()).toMatchObject({ key: { pixKey: 'coral@tune.test' }, waitingKey: null })
  })

  test('story and picture appear on the page; a picture from elsewhere does not', async () => {
    const artist = await newArtist()
    await market.sql`update private.artists set slug = 'pagina-nova' where id = ${artist.id}`
    const page = (body: object) => post(artist.fan, '/studio/page', body)
    for (const picture of [
      'https://x.test/a.png',
      'http://localhost:3000/storage/v1/object/public/images/none.png',
    ])
      expect((await page({ story: '', picture })).data.code).toBe('picture_invalid')
    expect((await page({ story: 'x'.repeat(2001), picture: null })).status).toBe(400)
    expect((await page({ story: ' Nasci no mar. ', picture: null })).status).toBe(200)
    expect((await get(artist.fan, '/artist-pages/pagina-nova')).data).toMatchObject({
      story: 'Nasci no mar.',
    })
    await page({ story: 'Nasci no mar.', picture: null })
    const trail = await market.sql`
      select action, admin_id from private.admin_actions where subject = ${artist.uid}`
    expect(trail).toEqual([{ action: 'artist.edit-page', admin_id: artist.fan.uid }])
  })

  test('lyrics, their times and the clip of a work can be changed, and nothing else', async () => {
    const artist = await newArtist()
    const path = `/studio/works/${artist.project.uid}`
    const lines = [
      { at: 0, text: 'Primeira' },
      { at: 2.5, text: 'Segunda' },
    ]
    expect(
      (
        await post(artist.fan, path, {
          version: 1,
          lyrics: '<p>Olá<script>x</script></p>',
          timedLyrics: lines,
        })
      ).data,
    ).toEqual({ version: 2 })
    expect((await get<StudioWorkWire>(artist.fan, path)).data).toMatchObject({
      version: 2,
      lyrics: '<p>Olá</p>',
      timedLyrics: lines,
      clip: null,
      videoUrl: expect.stringContaining('mare'),
    })
    expect((await post(artist.fan, path, { version: 1, lyrics: 'x' })).data.code).toBe('project_changed')
    expect((await post(artist.fan, path, { version: 2, timedLyrics: [...lines].reverse() })).status).toBe(400)
    expect((await post(artist.fan, path, { version: 2, fiatPrice: 1 })).status).toBe(400)
    expect((await post(artist.fan, path, { version: 2, clip: 'https://x.test/a.mp3' })).data.code).toBe(
      'clip_invalid',
    )
  })

  test('clips are uploaded below artists/ by whoever acts for an artist', async () => {
    const [artist, stranger] = [await newArtist(), await market.newFan()]
    const frame = Buffer.alloc(417)
    frame.set([0xff, 0xfb, 0x90, 0x00])
    const upload = (by: TestFan, name: string) =>
      createApp(market.ctx).request(`/storage/v1/object/clips/${name}`, {
        method: 'POST',
        headers: {
          apikey: createApiKey('anon', market.ctx.env.JWT_SECRET),
          authorization: `Bearer ${by.token}`,
          'content-type': 'audio/mpeg',
        },
        body: new Uint8Array(Buffer.concat(new Array(100).fill(frame))),
      })
    expect((await upload(artist.fan, 'artists/one.mp3')).status).toBe(200)
    // Theirs, and nobody else's: who has uploaded a file may delete it again.
    const clip = `${market.ctx.env.PUBLIC_URL}/storage/v1/object/public/clips/artists/one.mp3`
    const other = await newArtist()
    const show = ({ fan, project }: Artist) =>
      post(fan, `/studio/works/${project.uid}`, { version: 1, clip }) as Promise<Answer<{ code?: string }>>
    expect((await show(other)).data.code).toBe('clip_invalid')
    expect((await show(artist)).data).toEqual({ version: 2 })
    for (const [by, name] of [
      [artist.fan, 'one.mp3'],
      [stranger, 'artists/two.mp3'],
    ] as const)
      expect((await upload(by, name)).ok, name).toBe(false)
    await dismiss(artist)
    expect((await upload(artist.fan, 'artists/three.mp3')).ok).toBe(false)
  })
})

describe('an announcement', () => {
  const follow = (fan: TestFan, { project }: Artist) =>
    market.call(fan, `/projects/${project.uid}/following`, { follows: true })
  const kindsOf = async (fan: TestFan) =>
    (await market.sql`select kind, data from notifications where user_id = ${fan.uid} order by id`).map(
      ({ kind, data }) => [kind, data.text],
    )

  test('reaches those who follow the artist, as they wish, and leads to the page', async () => {
    const artist = await newArtist()
    await market.sql`update private.artists set slug = 'recado-novo' where id = ${artist.id}`
    const [eager, deaf, stranger] = await Promise.all([market.newFan(), market.newFan(), market.newFan()])
    await follow(eager, artist)
    await follow(deaf, artist)
    for (const channel of ['bell', 'push', 'mail'])
      await market.call(deaf, '/alerts', { alert: { topic: 'announcements', channel, on: false } })
    expect((await announce(artist, 'Tem <b>show</b> domingo')).status).toBe(200)
    await market.sql`update private.alerts set morning_at = null where done_at is null`
    await sendAlerts(market.sql)
    await sendAlerts(market.sql)
    expect(await Promise.all([eager, deaf, stranger].map(kindsOf))).toEqual([
      [['announcement', 'Tem <b>show</b> domingo']],
      [],
      [],
    ])
    expect((await market.call(eager, '/notifications')).data).toMatchObject({
      notifications: [{ path: '/artists/recado-novo', message: 'Coral escreveu: Tem <b>show</b> domingo' }],
    })
    await runJobs(market)
    const mail = mails.find(({ to }) => to === eager.email)
    expect(mail).toMatchObject({
      subject: 'Recado de Coral',
      unsubscribe: expect.stringContaining('announcements'),
      text: expect.stringContaining('/a/recado-novo'),
    })
    expect(mail?.html).not.toContain('<b>show')
  })

  test('is one a day, also at once; repeated, it is the same', async () => {
    const artist = await newArtist()
    const answers = await Promise.all([
      announce(artist, 'Um'),
      announce(artist, 'Dois'),
      announce(artist, 'Três'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const [told] = await market.sql`select text from private.announcements where artist_id = ${artist.id}`
    expect((await announce(artist, told?.text)).status).toBe(200)
    expect((await announce(artist, 'Outro')).data.code).toBe('announced_today')
    expect(await market.sql`select from private.alerts where artist_id = ${artist.id}`).toHaveLength(1)
    expect((await get<StudioWire>(artist.fan, '/studio')).data).toMatchObject({ mayAnnounce: false })
    await market.sql`update private.announcements set day = day - 1 where artist_id = ${artist.id}`
    expect((await announce(artist, 'Outro')).status).toBe(200)
    expect((await announce(artist, 'x'.repeat(281))).status).toBe(400)
  })

  test('has no addresses and no telephone numbers: it comes with our mails', async () => {
    const artist = await newArtist()
    for (const text of [
      'Ingressos em http://ingressos.example',
      'ganhe em tune-premios.com',
      'Zap 11 98765-4321',
      'Ingressos em promo-tune.tickets',
      'Sigam @nara.vidal',
    ])
      expect(await announce(artist, text)).toMatchObject({ status: 422, data: { code: 'words_lead_away' } })
    // What is wrong besides is told first.
    expect((await announce(artist, `golpe.com ${'x'.repeat(280)}`)).data.code).toBe('malformed')
    expect(await market.sql`select from private.announcements where artist_id = ${artist.id}`).toEqual([])
    expect(
      (await announce(artist, 'Show dia 12/12/2026 (20h.Na rua), depois da turnê 2018–2024!')).status,
    ).toBe(200)
  })

  test('raced with the end of the account: told by an artist, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const artist = await newArtist()
      const [said] = await Promise.all([announce(artist), dismiss(artist)])
      const told = await market.sql`select from private.announcements where artist_id = ${artist.id}`
      expect([said.status, told.length]).toEqual(said.status === 200 ? [200, 1] : [403, 0])
      expect((await announce(artist, 'Depois')).data.code).toBe('not_an_artist')
    }
  })
})
