/** Who acts for an artist: invited by mail, once, for one address; and the end of it, also in the middle of a payout. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { slugOf } from '#domain/artist.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import type { PayoutWire } from './earnings-wire.ts'
import { pruneInvitations } from './invitations.ts'
import { payOutArtist } from './pay-out-artist.ts'
import type { ArtistDetailWire } from './wire.ts'

let market: Market
let admin: TestFan
const mails: Mail[] = []
beforeAll(async () => {
  market = await createMarket()
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
})
beforeEach(async () => {
  admin = await market.newAdmin()
})
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string } }
const post = <Data = object>(by: TestFan | null, path: string, body: object = {}) =>
  market.call(by, path, body) as Promise<Answer<Data>>

let names = 0
/** An author of a name of their own, with a published work. */
async function newArtist(facts: { supply?: number } = {}) {
  const name = `Nara ${'abcdefghjkmnpqrstuvwxyz'[names % 23]}${names++ + 2}`
  const project = await market.newProject({ price: 4000, ...facts })
  await market.sql`update projects set author = ${name} where id = ${project.id}`
  const [artist] = await market.sql<{ uid: string; slug: string | null }[]>`
    select artists.uid, slug from private.artists
    join projects on lower(author_wallet) = wallet where projects.id = ${project.id}`
  if (!artist) throw new Error('no artist')
  const slug = name.toLowerCase().replaceAll(' ', '-')
  return { name, project, uid: artist.uid, slug, path: `/admin/artists/${artist.uid}` }
}
type Artist = Awaited<ReturnType<typeof newArtist>>

const invite = (artist: Artist, email: string, slug = artist.slug) =>
  post<{ uid: string }>(admin, `${artist.path}/invitations`, { email, slug })
/** The token of the newest mail to an address, which is sent now. */
async function tokenFor(email: string): Promise<string> {
  await runJobs(market)
  const mail = mails.filter(({ to }) => to === email).at(-1)
  const token = /\/invitation\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no invitation was mailed to ${email}`)
  return token
}
const look = (token: string) => post<{ artist: string; email: string }>(null, '/artist-invitation', { token })
const accept = (fan: TestFan, token: string) =>
  post<{ artist: string }>(fan, '/artist-invitation/accept', { token })
async function joined(artist: Artist): Promise<TestFan> {
  const fan = await market.newFan()
  expect((await invite(artist, fan.email)).status).toBe(200)
  expect((await accept(fan, await tokenFor(fan.email))).status).toBe(200)
  return fan
}
const detail = async (artist: Artist) =>
  ((await market.call(admin, artist.path)) as unknown as { data: ArtistDetailWire }).data

describe('an invitation', () => {
  test('is mailed, shows whose it is, and joins the account of its address', async () => {
    const [artist, fan] = [await newArtist(), await market.newFan()]
    expect((await invite(artist, ` ${fan.email.toUpperCase()} `)).status).toBe(200)
    const token = await tokenFor(fan.email)
    expect(mails.at(-1)).toMatchObject({ subject: `${artist.name}: convite para cuidar da sua página` })
    expect((await look(token)).data).toEqual({ artist: artist.name, email: 'f•••@tune.test' })
    expect((await detail(artist)).invitations).toMatchObject([{ state: 'open', email: fan.email }])
    expect((await accept(fan, token)).data).toEqual({ artist: artist.name })
    expect(await detail(artist)).toMatchObject({
      slug: artist.slug,
      account: { uid: fan.uid, isActive: true },
      invitations: [{ state: 'used' }],
    })
    const trail = await market.sql`
      select action, after::text from private.admin_actions where subject = ${artist.uid} order by id`
    expect(trail.map(({ action }) => action)).toEqual(['artist.invite'])
    expect(trail[0]?.after).not.toContain(fan.email)
  })

  test('ends the bids of whoever accepts on the artist’s works, with the money back, and no others', async () => {
    const artist = await newArtist({ supply: 1 })
    const { project } = artist
    const fan = await market.newFan(9000)
    await buyFromWallet(market, await market.newFan(4000), project)
    const other = await market.newAuction({ price: 1000 })
    expect((await market.bid(fan, other, 1500)).status).toBe(200)
    expect((await market.bid(fan, project, 4500)).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(3000)
    await invite(artist, fan.email)
    expect((await accept(fan, await tokenFor(fan.email))).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(7500)
    const bids = await market.sql`select amount::int, status from bids where user_id = ${fan.uid} order by id`
    expect(bids).toEqual([
      { amount: 1500, status: 'pending' },
      { amount: 4500, status: 'pending-cancel' },
    ])
    expect((await market.bid(fan, project, 5000)).data).toMatchObject({ code: 'own_work' })
  })

  test('opens once: its owner may repeat it, nobody else comes in', async () => {
    const artist = await newArtist()
    const [fan, other] = [await market.newFan(), await market.newFan()]
    await invite(artist, fan.email)
    const token = await tokenFor(fan.email)
    const both = await Promise.all([accept(fan, token), accept(fan, token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await market.sql`select from private.artist_accounts where user_id = ${fan.uid}`).toHaveLength(1)
    expect(await accept(other, token)).toMatchObject({ status: 409, data: { code: 'invitation_used' } })
    expect(await look(token)).toMatchObject({ status: 409, data: { code: 'invitation_used' } })
    await post(admin, `${artist.path}/account/end`, { reason: 'Fim do contrato' })
    expect(await accept(fan, token)).toMatchObject({ status: 409, data: { code: 'invitation_used' } })
  })

  test('of an account that has ended leaves no link to the figures behind', async () => {
    const artist = await newArtist()
    await joined(artist)
    const { data: link } = await post<{ token: string }>(admin, `${artist.path}/links`, { days: 30 })
    const open = () => market.call(null, '/artist-figures', { token: link.token })
    expect((await open()).status).toBe(200)
    await post(admin, `${artist.path}/account/end`, { reason: 'Fim do contrato' })
    expect((await open()).status).toBe(404)
  })

  test('that was forwarded opens only for the address it was sent to, and that it was confirmed', async () => {
    const artist = await newArtist()
    const [fan, friend] = [await market.newFan(), await market.newFan()]
    await invite(artist, fan.email)
    const token = await tokenFor(fan.email)
    await market.sql`update users set email = ${`x-${fan.email}`} where uid = ${fan.uid}`
    await market.sql`update users set email = ${fan.email} where uid = ${friend.uid}`
    expect(await accept(friend, token)).toMatchObject({
      status: 403,
      data: { code: 'invitation_of_another' },
    })
    await market.sql`update auth.users set email_confirmed_at = null where id = ${fan.uid}`
    expect(await accept(fan, token)).toMatchObject({ status: 403, data: { code: 'invitation_of_another' } })
    await market.sql`update auth.users set email_confirmed_at = now() where id = ${fan.uid}`
    expect((await accept(fan, token)).status).toBe(200)
  })

  test('ends by the clock, by being taken back, and by a newer one', async () => {
    const [artist, fan] = [await newArtist(), await market.newFan()]
    await invite(artist, fan.email)
    const old = await tokenFor(fan.email)
    const { data } = await invite(artist, fan.email)
    const token = await tokenFor(fan.email)
    for (const [one, code] of [
      [old, 'invitation_revoked'],
      ['x'.repeat(43), 'invitation_not_found'],
    ] as const) {
      expect((await look(one)).data.code).toBe(code)
      expect((await accept(fan, one)).data.code).toBe(code)
    }
    await market.sql`
      update private.artist_invitations set created_at = now() - interval '15 days', expires_at = now() - interval '1 second'
      where uid = ${data.uid}`
    expect((await look(token)).data.code).toBe('invitation_expired')
    expect((await accept(fan, token)).data.code).toBe('invitation_expired')
    const { data: third } = await invite(artist, fan.email)
    for (let again = 0; again < 2; again++)
      expect((await post(admin, `${artist.path}/invitations/${third.uid}/revoke`)).status).toBe(200)
    expect((await accept(fan, await tokenFor(fan.email))).data.code).toBe('invitation_revoked')
    expect((await detail(artist)).invitations.map(({ state }) => state)).toEqual([
      'revoked',
      'expired',
      'revoked',
    ])
  })

  test('that nobody accepted forgets its address a month after its end', async () => {
    const [artist, other] = [await newArtist(), await newArtist()]
    const fan = await joined(other)
    await invite(artist, 'ninguem@tune.test')
    const emails = async () => [...(await detail(artist)).invitations, ...(await detail(other)).invitations]
    const age = (days: number) => market.sql`
      update private.artist_invitations
      set created_at = now() - interval '90 days', expires_at = now() - make_interval(days => ${days})`
    await age(29)
    await pruneInvitations(market.sql)
    expect((await emails()).map(({ email }) => email)).toEqual(['ninguem@tune.test', fan.email])
    await age(31)
    await pruneInvitations(market.sql)
    expect((await emails()).map(({ email }) => email)).toEqual([null, fan.email])
  })

  test('is one account’s for one artist', async () => {
    const [one, two] = [await newArtist(), await newArtist()]
    const fan = await joined(one)
    expect((await invite(one, 'other@tune.test')).data.code).toBe('artist_has_account')
    await invite(two, fan.email)
    expect((await accept(fan, await tokenFor(fan.email))).data.code).toBe('account_has_artist')
  })

  test('is sent by administrators alone, and asks for an address of a page that is free', async () => {
    const [one, two] = [await newArtist(), await newArtist()]
    const fan = await market.newFan()
    const asked = { email: fan.email, slug: one.slug }
    expect((await post(fan, `${one.path}/invitations`, asked)).status).toBe(403)
    expect((await post(null, `${one.path}/invitations`, asked)).status).toBe(401)
    expect((await post(fan, `${one.path}/account/end`, { reason: 'x' })).status).toBe(403)
    await invite(one, fan.email, 'casa-10')
    for (const slug of ['casa-10', 'casa10', 'casa-lo', 'c-asa-i0'])
      expect((await invite(two, fan.email, slug)).data.code, slug).toBe('artist_name_taken')
    for (const body of [
      { slug: 'Casa' },
      { slug: '' },
      { slug: 'admin' },
      { email: 'nobody' },
      { email: 'ｍａｒｉａ@tune.test' },
    ])
      expect((await post(admin, `${two.path}/invitations`, { ...asked, ...body })).status).toBe(400)
  })
})

test('the address made in the browser is the one that the database makes', async () => {
  const names = [
    'Nara Vidal & Trio',
    '  Ímpar!  ',
    'MC Ñandú 2000',
    '漢字',
    `${'ab '.repeat(20)}c`,
    'ﬁm',
    'ß',
  ]
  const made = await market.sql<{ name: string; slug: string | null }[]>`
    select name, private.slug_of(name) as slug from unnest(${names}::text[]) name`
  expect(made.map(({ slug }) => slug ?? '')).toEqual(names.map(slugOf))
})

describe('an account', () => {
  test('that is taken away acts no more, and a payout under way arrives', async () => {
    const artist = await newArtist()
    const fan = await joined(artist)
    const payment = await buyFromWallet(market, await market.newFan(4000), artist.project)
    await market.sql`
      update mints set status_song = 'pending', played_at = now()
      from payments where payments.id = payment_id and payments.uid = ${payment}`
    const second = await market.newAdmin()
    const { data: key } = await post<{ id: number }>(admin, `${artist.path}/keys`, {
      legalName: 'Nara Ltda.',
      pixKeyType: 'email',
      pixKey: `nara-${artist.uid}@tune.test`,
    })
    await post(second, `${artist.path}/keys/${key.id}/confirm`)
    market.ctx.pix.payOut = async ({ uid }) => ({
      status: 'done',
      endToEndId: `E${uid.replaceAll('-', '')}`.slice(0, 32),
    })
    const { data: payout } = await post<PayoutWire>(admin, `${artist.path}/payouts`, { amount: 1000 })
    expect(payout.status).toBe('approved')
    for (let again = 0; again < 2; again++)
      expect((await post(admin, `${artist.path}/account/end`, { reason: 'Fim' })).status).toBe(200)
    expect((await detail(artist)).account).toBeNull()
    await payOutArtist(market.ctx, payout.uid)
    expect(
      ((await market.call(admin, `/admin/payouts/${payout.uid}`)) as Answer<PayoutWire>).data,
    ).toMatchObject({ status: 'paid' })
    const trail = await market.sql`
      select action from private.admin_actions where subject = ${artist.uid} and action = 'artist.end-account'`
    expect(trail).toHaveLength(1)
    expect((await invite(artist, fan.email)).status).toBe(200)
    await market.expectHealthy()
  })

  test('of somebody who works in the back office is joined to no artist, and acts for none while they do', async () => {
    const [artist, other] = [await newArtist(), await newArtist()]
    const [fan, colleague] = [await joined(artist), await market.newFan()]
    await market.sql`update users set role = 'content' where uid in (${fan.uid}, ${colleague.uid})`
    expect((await market.call(fan, '/studio')).data).toBeNull()
    await invite(other, colleague.email)
    const token = await tokenFor(colleague.email)
    expect(await accept(colleague, token)).toMatchObject({
      status: 403,
      data: { code: 'staff_is_no_artist' },
    })
    await market.sql`update users set role = 'user' where uid in (${fan.uid}, ${colleague.uid})`
    expect((await market.call(fan, '/studio')).data).not.toBeNull()
    expect((await accept(colleague, token)).status).toBe(200)
  })

  test('of an administrator never pays out to itself, nor once it has left', async () => {
    const artist = await newArtist()
    const [own, second] = [await joined(artist), await market.newAdmin()]
    await market.sql`update users set role = 'admin' where uid = ${own.uid}`
    const { data: key } = await post<{ id: number }>(second, `${artist.path}/keys`, {
      legalName: 'Nara Ltda.',
      pixKeyType: 'email',
      pixKey: `nara-${artist.uid}@tune.test`,
    })
    const confirm = () => post(own, `${artist.path}/keys/${key.id}/confirm`)
    expect((await confirm()).data.code).toBe('own_artist_key')
    await post(own, `${artist.path}/account/end`, { reason: 'Fim' })
    expect((await confirm()).data.code).toBe('own_artist_key')
    expect((await post(own, `${artist.path}/payouts`, { amount: 1 })).data.code).toBe('own_payout')
  })

  test('that was erased is nobody’s, and its address is gone', async () => {
    const artist = await newArtist()
    const fan = await joined(artist)
    expect((await post(fan, '/erase-account', { email: fan.email })).status).toBe(200)
    expect(await detail(artist)).toMatchObject({
      account: null,
      invitations: [{ state: 'used', email: null }],
    })
  })
})
