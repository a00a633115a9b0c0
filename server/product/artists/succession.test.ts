/** Whoever takes another account's place at an artist: who ends the one before and who hears of it, what waits, and what is masked. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SUCCESSOR_DAYS } from '#domain/artist.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import type { SplitWire } from '../splits/contract.ts'
import type { StudioWire } from '../studio/contract.ts'
import type { ArtistDetailWire } from './wire.ts'

let market: Market
let admin: TestFan
const mails: Mail[] = []
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
})
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string; error?: string } }
const post = <Data = object>(by: TestFan, path: string, body: object = {}) =>
  market.call(by, path, body) as Promise<Answer<Data>>
const get = <Data>(by: TestFan, path: string) => market.call(by, path) as Promise<Answer<Data>>

const KEY = { legalName: 'Nara Vidal', pixKeyType: 'cpf', pixKey: '111.444.777-35' }

type Artist = { uid: string; wallet: string; path: string; project: TestProject; name: string }
async function newArtist(): Promise<Artist> {
  const project = await market.newProject({ price: 4000 })
  const name = `Nara ${project.id}`
  await market.sql`update projects set author = ${name} where id = ${project.id}`
  const [artist] = await market.sql<{ uid: string; wallet: string }[]>`
    select artists.uid, wallet from private.artists
    join projects on lower(author_wallet) = wallet where projects.id = ${project.id}`
  if (!artist) throw new Error('no artist')
  return { ...artist, path: `/admin/artists/${artist.uid}`, project, name }
}

/** Invites somebody, who accepts. */
async function join(artist: Artist, fan: TestFan): Promise<void> {
  const slug = `nara-${artist.project.id}`
  expect((await post(admin, `${artist.path}/invitations`, { email: fan.email, slug })).status).toBe(200)
  await runJobs(market)
  const mail = mails.filter(({ to, text }) => to === fan.email && text.includes('/invitation/')).at(-1)
  const token = /\/invitation\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  expect((await post(fan, '/artist-invitation/accept', { token })).status).toBe(200)
}
const end = (artist: Artist, by = admin) =>
  post(by, `${artist.path}/account/end`, { reason: 'Fim do contrato' })

/** An artist whose account was replaced by another. */
async function replaced() {
  const artist = await newArtist()
  const [first, second] = [await market.newFan(), await market.newFan()]
  await join(artist, first)
  const { data: key } = await post<{ id: number }>(admin, `${artist.path}/keys`, KEY)
  expect((await post(await market.newAdmin(), `${artist.path}/keys/${key.id}/confirm`)).status).toBe(200)
  expect((await end(artist)).status).toBe(200)
  await join(artist, second)
  return { artist, first, second }
}

/** As if they had accepted so many days and an hour ago. */
const wait = (fan: TestFan, days: number) => market.sql`
  update private.artist_accounts set joined_at = joined_at - make_interval(days => ${days}, hours => 1)
  where user_id = ${fan.uid}`

describe('the end of an account', () => {
  test('is for owners alone', async () => {
    const [artist, fan] = [await newArtist(), await market.newFan()]
    await join(artist, fan)
    for (const role of ['content', 'finance', 'support']) {
      const colleague = await market.newFan()
      await market.sql`update users set role = ${role} where uid = ${colleague.uid}`
      expect(await end(artist, colleague), role).toMatchObject({
        status: 403,
        data: { code: 'role_insufficient' },
      })
    }
    expect((await get<StudioWire | null>(fan, '/studio')).data).not.toBeNull()
    expect((await end(artist)).status).toBe(200)
    expect((await get<StudioWire | null>(fan, '/studio')).data).toBeNull()
  })

  test.each([
    ['pt', 'não cuida mais de', 'fale com o suporte'],
    ['en', 'no longer looks after', 'talk to support'],
  ])(
    'is told to whose it was, once, by mail and in the bell, in their language: %s',
    async (language, ...said) => {
      const [artist, fan] = [await newArtist(), await market.newFan()]
      await market.sql`update users set language = ${language} where uid = ${fan.uid}`
      await join(artist, fan)
      for (let again = 0; again < 2; again++) await end(artist)
      await runJobs(market)
      const bell = await market.sql`select kind, data from notifications where user_id = ${fan.uid}`
      expect(bell).toEqual([{ kind: 'artist_account_ended', data: { artist: artist.name } }])
      const told = mails.filter(({ to, subject }) => to === fan.email && !/convite|invitation/.test(subject))
      expect(told).toHaveLength(1)
      for (const words of [artist.name, ...said, '/support']) expect(told[0]?.text).toContain(words)
    },
  )
})

describe('an account that took another’s place', () => {
  const deeds = async (artist: Artist) => {
    const other = await newArtist()
    const friend = await market.newFan()
    await join(other, friend)
    const shares = [
      { name: artist.name, wallet: artist.wallet, basisPoints: 100 },
      { name: other.name, wallet: other.wallet, basisPoints: 9900 },
    ]
    const { data } = await post<SplitWire>(admin, `/admin/projects/${artist.project.uid}/split`, { shares })
    const own = [artist.uid, other.uid].map((uid) => ({ artist: uid, basisPoints: 5000 }))
    return [
      [`/studio/splits/${data.proposal?.uid}/agree`, {}, 200],
      // Once it may, what was agreed to waits for the other.
      [`/studio/works/${artist.project.uid}/split`, { shares: own }, 409],
      ['/studio/keys', { ...KEY, pixKeyType: 'email', pixKey: 'n@tune.test' }, 200],
      ['/studio/announcements', { text: 'Show no domingo' }, 200],
    ] as const
  }

  test('agrees to nothing, enters no key and announces nothing for a week, and is told until when', async () => {
    const { artist, second } = await replaced()
    await wait(second, SUCCESSOR_DAYS - 1)
    const paths = await deeds(artist)
    for (const [path, body] of paths) {
      const answer = await post(second, path, body)
      expect(answer, path).toMatchObject({ status: 409, data: { code: 'successor_waits' } })
      expect(answer.data.error).toMatch(/até \d\d\/\d\d\/\d{4} \d\d:\d\d/)
    }
    await market.sql`update users set language = 'en' where uid = ${second.uid}`
    expect((await post(second, '/studio/announcements', { text: 'x' })).data.error).toMatch(/until \w/)
    await wait(second, 1)
    for (const [path, body, status] of paths)
      expect((await post(second, path, body)).status, path).toBe(status)
  })

  test('holds up neither an artist’s first account, nor one that comes back to its own place', async () => {
    const [artist, fan] = [await newArtist(), await market.newFan()]
    await join(artist, fan)
    const announce = (text: string) => post(fan, '/studio/announcements', { text })
    expect((await announce('Show no domingo')).status).toBe(200)
    await end(artist)
    await join(artist, fan)
    expect((await announce('Show no domingo')).status).toBe(200)
  })

  test('is shown the key and the name from before it masked, and its own whole', async () => {
    const { artist, second } = await replaced()
    const [key] = await market.sql<{ id: number }[]>`
      select keys.id from private.artist_keys keys join private.artists on artists.id = artist_id
      where artists.uid = ${artist.uid}`
    await market.sql`
      insert into private.artist_payouts (artist_id, key_id, amount, status)
      select artist_id, id, 100, 'requested' from private.artist_keys where id = ${key?.id ?? 0}`
    const { data } = await get<StudioWire>(second, '/studio')
    expect(data.key).toMatchObject({ legalName: 'N••• V•••', pixKeyType: 'cpf', pixKey: '•••35' })
    expect(data.payouts).toMatchObject([{ pixKey: '•••35' }])
    expect(JSON.stringify(data)).not.toMatch(/Vidal|11144477735/)
    await market.sql`
      insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by)
      select id, 'Bia Reis', 'email', 'bia@tune.test', ${second.uid} from private.artists where uid = ${artist.uid}`
    expect((await get<StudioWire>(second, '/studio')).data.waitingKey).toMatchObject({
      legalName: 'Bia Reis',
      pixKey: 'bia@tune.test',
    })
  })
})

test('whoever confirms a key reads whether the artist’s account entered it, or the team, whatever the account calls itself', async () => {
  const [artist, fan] = [await newArtist(), await market.newFan()]
  await join(artist, fan)
  await market.sql`update users set full_name = 'Equipe Tune' where uid = ${fan.uid}`
  await market.sql`update users set full_name = 'Ana Lima' where uid = ${admin.uid}`
  const waiting = async () => (await get<ArtistDetailWire>(admin, artist.path)).data.waitingKey
  await post(fan, '/studio/keys', KEY)
  expect(await waiting()).toMatchObject({ enteredBy: fan.email, byArtist: true })
  await post(admin, `${artist.path}/keys`, KEY)
  expect(await waiting()).toMatchObject({ enteredBy: 'Ana Lima', byArtist: false })
})
