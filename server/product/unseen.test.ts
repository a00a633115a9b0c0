/** What people write for others is kept without what nobody sees: marks that turn the direction of reading, and characters of no width. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutUnseen } from '#domain/visible.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../testing/market.ts'

const TYPED = 'veja \u202emoc.eplog\u202c pa\u200bgo 👨‍👩‍👧'
const KEPT = 'veja moc.eplog pago 👨‍👩‍👧'

let market: Market
let admin: TestFan
let artist: TestFan
let work: TestProject
beforeAll(async () => {
  market = await createMarket()
  ;[admin, artist] = [await market.newAdmin(), await market.newFan()]
  work = await market.newProject({ price: 2000, supply: 3 })
  await market.sql`
    insert into private.artist_accounts (artist_id, user_id)
    select artists.id, ${artist.uid} from private.artists
    join projects on lower(author_wallet) = wallet where projects.id = ${work.id}`
})
afterAll(() => market.close())

async function post(by: TestFan, path: string, body: object): Promise<void> {
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await market.call(by, path, body, key)).status, path).toBeLessThan(300)
}
async function kept(rows: PromiseLike<readonly object[]>): Promise<unknown[]> {
  return (await rows).flatMap((row) => Object.values(row))
}
async function asked(fan: TestFan): Promise<number> {
  const [request] = await market.sql<{ id: number }[]>`
    insert into support_requests (user_id, subject, message) values (${fan.uid}, 'Compras', ${TYPED}) returning id`
  return request?.id ?? 0
}

test('an announcement, which followers get by mail', async () => {
  await post(artist, '/studio/announcements', { text: TYPED })
  expect(
    await kept(market.sql`select text from private.announcements where user_id = ${artist.uid}`),
  ).toEqual([KEPT])
})

test('an artist’s page', async () => {
  await post(artist, '/studio/page', { story: TYPED, picture: null })
  expect(
    await kept(market.sql`
      select story from private.artists
      join private.artist_accounts on artist_id = artists.id where user_id = ${artist.uid}`),
  ).toEqual([KEPT])
})

test('the line of a tip', async () => {
  const fan = await market.newFan(9000)
  await post(fan, '/buy-token-balance', {
    typeBuy: 'mint',
    UID: work.uid,
    tip: { amount: 500, words: 'o\u200bbrigada \u202eaí\u202c 👨‍👩‍👧' },
  })
  expect(
    await kept(market.sql`
      select words from private.tip_words join payments on payments.id = payment_id where user_id = ${fan.uid}`),
  ).toEqual(['obrigada aí 👨‍👩‍👧'])
})

test('a request for support, and what both sides write after it', async () => {
  const fan = await market.newFan()
  const id = await asked(fan)
  expect(await kept(market.sql`select message from support_requests where id = ${id}`)).toEqual([KEPT])
  await post(admin, `/admin/support/${id}/answers`, { message: TYPED })
  await post(fan, `/support-requests/${id}/replies`, { message: TYPED })
  expect(
    await kept(market.sql`
      select message from private.support_answers where request_id = ${id}
      union all select message from private.support_replies where request_id = ${id}`),
  ).toEqual([KEPT, KEPT])
})

test('a proposal, and its answer', async () => {
  const fan = await market.newFan()
  const [proposal] = await market.sql<{ id: number }[]>`
    insert into register_projects (user_id, message) values (${fan.uid}, ${TYPED}) returning id`
  await post(admin, `/admin/proposals/${proposal?.id}`, { status: 'answered', message: TYPED })
  expect(
    await kept(market.sql`select message, answer from register_projects where user_id = ${fan.uid}`),
  ).toEqual([KEPT, KEPT])
})

test('the texts of a project, and lyrics where they are written as entities, too', async () => {
  const body = {
    projectName: TYPED,
    author: TYPED,
    authorWallet: `0x${'7'.repeat(40)}`,
    symbol: 'MARE',
    description: TYPED,
    fiatPrice: 2000,
    totalSupply: 2,
    validPeriod: 3600,
    videoId: 'mare-cheia',
    lyrics: `<p>${TYPED}</p><p>a&#8238;b&#x200B;c</p>`,
    timedLyrics: [{ at: 1, text: TYPED }],
    mediaUrl: '',
    thumbnail: 'http://localhost:3000/storage/v1/object/public/images/projects/c.webp',
    baseURI: 'ipfs://a',
    contractURI: 'ipfs://b',
    isActive: true,
    expiredAt: '2099-12-31 23:59:59',
  }
  await post(admin, '/create-project', body)
  expect(
    await kept(market.sql`
      select project_name, author, description, lyrics, timed_lyrics -> 0 ->> 'text'
      from projects where video_id = ${body.videoId}`),
  ).toEqual([KEPT, KEPT, KEPT, `<p>${KEPT}</p><p>abc</p>`, KEPT])
})

test('nothing that nobody sees is a request', async () => {
  const fan = await market.newFan()
  await expect(market.sql`
    insert into register_projects (user_id, message) values (${fan.uid}, ${'\u200b\u202e'})`).rejects.toMatchObject(
    { constraint_name: 'register_projects_message_check' },
  )
})

test('the database drops what the product drops', async () => {
  const characters = ['a', ' ', '\n', '\u200d', '\u200b', '\u202e', '\u00ad', '\ufeff', '👩', '🏽', '\ufe0f']
  const blanks = [
    '\u001b',
    '\t',
    '\u0085',
    '\u2028',
    '\u3164',
    '\u2800',
    '\uffa0',
    '\ufe00',
    '\u{e0100}',
    '\u17b4',
    '\u034f',
  ]
  const flags = ['🏴', '\u{e0067}', '\u{e007f}', '♀', '❤', '1', 'é', '\u0301', '\u061c']
  const text = fc
    .array(fc.constantFrom(...characters, ...blanks, ...flags), { maxLength: 12 })
    .map((all) => all.join(''))
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 50 }), async (texts) => {
      const rows = await market.sql<{ kept: string }[]>`
        select private.without_unseen(text) as kept
        from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`
      expect(rows.map((row) => row.kept)).toEqual(texts.map(withoutUnseen))
    }),
    { numRuns: 30 },
  )
})
