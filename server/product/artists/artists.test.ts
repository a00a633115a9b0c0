/** Artists in the back office: what is theirs, who may pay it to whom, once, and what a link shows to its holder. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../platform/adapters/mailer.ts'
import type { Payout, PayoutOrder } from '../../platform/adapters/pix-payouts.ts'
import { deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyByCard, buyFromWallet, depositByCard, tokenOf, totalOf } from '../../testing/paid-by-card.ts'
import { account } from '../ledger/ledger.ts'
import type { StudioWire } from '../studio/contract.ts'
import type { ArtistFiguresWire, ArtistKeyWire, ArtistStatementWire, PayoutWire } from './earnings-wire.ts'
import { payOutArtist } from './pay-out-artist.ts'
import type { AdminArtistWire, ArtistDetailWire } from './wire.ts'

let market: Market
const mails: Mail[] = []
let first: TestFan
let second: TestFan
/** What the provider was asked to pay, and what it answers. */
const orders: PayoutOrder[] = []
let outcome: Exclude<Payout['status'], 'unclear'> = 'done'
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
  market.ctx.pix.payOut = async (order) => {
    orders.push(order)
    return { status: outcome, endToEndId: `E${order.uid.replaceAll('-', '')}`.slice(0, 32) }
  }
})
// What somebody approved in the last 24 hours counts, so each test has people of its own.
beforeEach(async () => {
  ;[first, second] = [await newAdmin(), await newAdmin()]
})
afterEach(async () => {
  outcome = 'done'
  await market.expectHealthy()
})
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string } }
const post = <Data = { status: string }>(by: TestFan | null, path: string, body: object = {}, key?: string) =>
  market.call(by, path, body, key ? { 'idempotency-key': key } : {}) as Promise<Answer<Data>>
const get = <Data>(by: TestFan | null, path: string) =>
  market.call(by, path) as unknown as Promise<Data & { status: number }>

async function newAdmin(): Promise<TestFan> {
  const admin = await market.newAdmin()
  return admin
}
async function artistOf(project: TestProject): Promise<{ uid: string; wallet: string }> {
  const [artist] = await market.sql<{ uid: string; wallet: string }[]>`
    select artists.uid, wallet from private.artists
    join projects on lower(author_wallet) = wallet where projects.id = ${project.id}`
  if (!artist) throw new Error('no artist')
  return artist
}
const play = (payment: string) => market.sql`
  update mints set status_song = 'pending', played_at = now()
  from payments where payments.id = payment_id and payments.uid = ${payment}`
/** An author with one sale of `price` that was played, and a key that two people agreed on. */
async function paidArtist(price = 4000) {
  const project = await market.newProject({ price, supply: 5 })
  const payment = await sell(project, price)
  await play(payment)
  const artist = await artistOf(project)
  await confirmedKey(artist.uid)
  return { ...artist, project, payment, path: `/admin/artists/${artist.uid}` }
}
async function sell(project: TestProject, price: number): Promise<string> {
  return buyFromWallet(market, await market.newFan(price), project)
}
const enter = (by: TestFan, artist: string, body: object = {}) =>
  post<ArtistKeyWire>(by, `/admin/artists/${artist}/keys`, {
    legalName: 'Coral da Maré Ltda.',
    pixKeyType: 'email',
    pixKey: `Coral-${artist}@tune.test`,
    ...body,
  })
async function confirmedKey(artist: string): Promise<void> {
  const { data } = await enter(first, artist)
  expect((await post(second, `/admin/artists/${artist}/keys/${data.id}/confirm`)).status).toBe(200)
}
const detail = async (path: string) => (await get<{ data: ArtistDetailWire }>(first, path)).data
const ask = (by: TestFan, path: string, amount: number, key?: string) =>
  post<PayoutWire>(by, `${path}/payouts`, { amount }, key)
const month = () => {
  const [year, number] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
    .format(new Date())
    .split('-')
  return `${year}-${number}`
}
const trail = async (subject: string) =>
  (
    await market.sql<{ action: string }[]>`
      select action from private.admin_actions where subject = ${subject} order by id`
  ).map(({ action }) => action)
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance ?? 0
/** What the author’s wallet has on the chain, where sales come in as shares. */
async function mirrored(wallet: string): Promise<number> {
  const [row] = await market.sql<{ sum: number }[]>`
    select coalesce(sum((share ->> 'amount')::bigint), 0)::bigint as sum
    from chain.operations, jsonb_array_elements(payload -> 'shares') share
    where kind = 'sell_unit' and lower(share ->> 'wallet') = ${wallet}`
  const [out] = await market.sql<{ sum: number }[]>`
    select coalesce(sum((payload ->> 'amount')::bigint), 0)::bigint as sum
    from chain.operations where kind = 'debit_balance' and lower(payload ->> 'wallet') = ${wallet}`
  return (row?.sum ?? 0) - (out?.sum ?? 0)
}

test('a role that sees no accounts is sent no amount, key, name or document, and cannot search by them', async () => {
  const artist = await paidArtist(4000)
  const editor = await market.newAdmin()
  await market.sql`update users set role = 'content' where uid = ${editor.uid}`
  const [row] = (await get<{ data: AdminArtistWire[] }>(editor, `/admin/artists?search=${artist.wallet}`))
    .data
  expect(row).toMatchObject({ name: 'Coral', payable: null, paid: null, lastPayoutAt: null })
  expect(
    (await get<{ data: AdminArtistWire[] }>(editor, `/admin/artists?search=${artist.wallet}&least=1`)).data,
  ).toEqual([])
  const { data } = await get<{ data: object }>(editor, artist.path)
  expect(Object.keys(data).sort()).toEqual(
    ['account', 'invitations', 'name', 'projects', 'slug', 'uid', 'wallet'].sort(),
  )
  expect(JSON.stringify(data)).not.toMatch(/payable|Ltda|tune\.test/)
  expect(await post(editor, `${artist.path}/links`, { days: 1 })).toMatchObject({ status: 403 })
  await market.sql`update users set role = 'finance' where uid = ${editor.uid}`
  expect((await get<{ data: ArtistDetailWire }>(editor, artist.path)).data.payable).toBeGreaterThan(0)
})

describe('an author', () => {
  test('is a wallet, however their name is spelled, with everything of every project of theirs', async () => {
    const [one, two] = [await market.newProject({ price: 2000 }), await market.newProject({ price: 3000 })]
    const { wallet } = await artistOf(one)
    await market.sql`update projects set is_active = false where id = ${one.id}`
    await market.sql`update projects set author = 'Coral Impar' where id = ${one.id}`
    await market.sql`update projects set is_active = true where id = ${one.id}`
    await market.sql`update projects set is_active = false where id = ${two.id}`
    await market.sql`
      update projects set author_wallet = ${`0x${wallet.slice(2).toUpperCase()}`}, author = 'Coral Ímpar', is_active = false
      where id = ${two.id}`
    await market.sql`update projects set is_active = true where id = ${two.id}`
    await sell(one, 2000)
    await sell(two, 3000)
    const found = await get<{ data: AdminArtistWire[] }>(first, `/admin/artists?search=${wallet}`)
    expect(found.data).toMatchObject([
      { name: 'Coral Ímpar', wallet, payable: 4500, paid: 0, lastPayoutAt: null, projects: ['Maré', 'Maré'] },
    ])
    const byName = await get<{ data: AdminArtistWire[] }>(first, '/admin/artists?search=coral%20impar')
    expect(byName.data.map((artist) => artist.wallet)).toEqual([wallet])
    const csv = await (await market.callRaw(first, `/admin/artists.csv?search=${wallet}`)).text()
    expect(csv.split('\r\n')[1]).toContain(`;Coral Ímpar;${wallet};Maré, Maré;45,00;0,00;`)
  })

  test('is none of the business of fans and strangers', async () => {
    const artist = await paidArtist()
    const fan = await market.newFan()
    const uid = crypto.randomUUID()
    const doors = [
      '',
      '/payouts',
      '/payouts.csv',
      `/statement?month=${month()}`,
      `/statement.csv?month=${month()}`,
    ]
    const reads = [...doors.map((door) => artist.path + door), '/admin/artists', '/admin/artists.csv']
    for (const path of [...reads, '/admin/payouts-waiting', `/admin/payouts/${uid}`]) {
      expect((await market.callRaw(fan, path)).status, path).toBe(403)
      expect((await market.callRaw(null, path)).status, path).toBe(401)
    }
    const deeds = ['keys', 'keys/1/confirm', 'keys/1/discard', 'payouts', 'links', `links/${uid}/revoke`]
    const writes = [...deeds.map((deed) => `${artist.path}/${deed}`), `/admin/payouts/${uid}/approve`]
    for (const path of [...writes, `/admin/payouts/${uid}/reject`]) {
      expect((await post(fan, path)).status, path).toBe(403)
      expect((await post(null, path)).status, path).toBe(401)
    }
    const strict = await createMarket({ env: { ADMIN_SECOND_FACTOR: 'required' } })
    try {
      const admin = await strict.newAdmin()
      for (const path of ['/admin/artists', '/admin/payouts-waiting']) {
        expect(await strict.call(admin, path)).toMatchObject({
          status: 403,
          data: { code: 'second_factor_due' },
        })
      }
    } finally {
      await strict.close()
    }
    for (const [path, code] of [
      [`/admin/artists/${uid}`, 'artist_not_found'],
      ['/admin/artists/nobody', 'artist_not_found'],
      [`/admin/payouts/${uid}`, 'payout_not_found'],
    ] as const)
      expect(await market.call(first, path)).toMatchObject({ status: 404, data: { code } })
  })
})

describe('where an author is paid', () => {
  test('counts once another person has confirmed it, and stays on record', async () => {
    const { uid } = await artistOf(await market.newProject())
    const path = `/admin/artists/${uid}`
    const one = (await enter(first, uid)).data
    expect(one).toMatchObject({ pixKey: `coral-${uid}@tune.test`, confirmedAt: null })
    expect((await post<ArtistKeyWire>(first, `${path}/keys/${one.id}/confirm`)).data.code).toBe(
      'own_artist_key',
    )
    expect(await detail(path)).toMatchObject({ key: null, waitingKey: { id: one.id } })
    const both = await Promise.all([1, 2].map(() => post(second, `${path}/keys/${one.id}/confirm`)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const other = (await enter(second, uid, { pixKeyType: 'cpf', pixKey: '529.982.247-25' })).data
    // What was confirmed before counts until the new one is.
    expect(await detail(path)).toMatchObject({ key: { id: one.id }, waitingKey: { id: other.id } })
    const third = (await enter(second, uid, { pixKey: 'outro@tune.test' })).data
    expect((await post<ArtistKeyWire>(first, `${path}/keys/${other.id}/confirm`)).data.code).toBe(
      'artist_key_decided',
    )
    expect((await post(second, `${path}/keys/${third.id}/discard`)).status).toBe(200)
    expect(await detail(path)).toMatchObject({ key: { id: one.id }, waitingKey: null })
    expect(await trail(uid)).toEqual([
      'artist.enter-key',
      'artist.confirm-key',
      'artist.enter-key',
      'artist.enter-key',
      'artist.discard-key',
    ])
    await expect(
      market.sql`update private.artist_keys set pix_key = 'x@tune.test' where id = ${one.id}`,
    ).rejects.toThrow(/otherwise stays/)
    await expect(
      market.sql`
        insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by, confirmed_by, confirmed_at)
        select artist_id, 'x', 'email', 'x@tune.test', entered_by, entered_by, now() from private.artist_keys limit 1`,
    ).rejects.toThrow(/key_takes_two_people/)
  })

  test('is a key that exists, and a name', async () => {
    const { uid } = await artistOf(await market.newProject())
    expect((await enter(first, uid, { pixKey: 'nobody' })).data.code).toBe('pix_key_invalid')
    for (const body of [
      { legalName: ' ' },
      { legalName: 'a\r\nb' },
      { legalName: 'x'.repeat(121) },
      { pixKeyType: 'iban' },
    ])
      expect((await enter(first, uid, body)).status).toBe(400)
  })

  test('is not confirmed by the person whose own key it is', async () => {
    const { uid } = await artistOf(await market.newProject())
    const [row] = await market.sql<{ tel: string }[]>`
      update users set tel = '+5511987654321' where uid = ${second.uid} returning tel`
    for (const own of [
      { pixKeyType: 'email', pixKey: second.email },
      { pixKeyType: 'phone', pixKey: row?.tel },
    ]) {
      const { data } = await enter(first, uid, own)
      const confirm = await post<ArtistKeyWire>(second, `/admin/artists/${uid}/keys/${data.id}/confirm`)
      expect(confirm.data.code).toBe('own_artist_key')
    }
  })

  test('is not confirmed by the author, who may be an administrator', async () => {
    const artist = await paidArtist()
    const author = await newAdmin()
    await market.sql`update users set wallet = ${artist.wallet} where uid = ${author.uid}`
    const { data } = await enter(first, artist.uid)
    expect((await post<ArtistKeyWire>(author, `${artist.path}/keys/${data.id}/confirm`)).data.code).toBe(
      'own_artist_key',
    )
    expect((await ask(author, artist.path, 100)).data.code).toBe('own_payout')
  })
})

describe('a payout', () => {
  test('is paid once, to the confirmed key, and leaves ledger and chain', async () => {
    const artist = await paidArtist()
    expect(await detail(artist.path)).toMatchObject({ payable: 3600, free: 3600, paid: 0 })
    const answer = await ask(first, artist.path, 3000)
    expect(answer).toMatchObject({
      status: 200,
      data: { status: 'approved', pixKey: `coral-${artist.uid}@tune.test` },
    })
    const { uid } = answer.data
    expect(await detail(artist.path)).toMatchObject({ payable: 600, underWay: 3000 })
    await Promise.all([runJobs(market), payOutArtist(market.ctx, uid), payOutArtist(market.ctx, uid)])
    await payOutArtist(market.ctx, uid)
    expect(orders.filter((order) => order.uid === uid)[0]).toEqual({
      uid,
      amount: 3000,
      key: `coral-${artist.uid}@tune.test`,
    })
    expect(await detail(artist.path)).toMatchObject({ payable: 600, free: 600, underWay: 0, paid: 3000 })
    expect(await mirrored(artist.wallet)).toBe(600)
    expect(await get(first, `/admin/payouts/${uid}`)).toMatchObject({
      data: {
        status: 'paid',
        endToEndId: expect.stringMatching(/^E/),
        parts: [{ projectName: 'Maré', amount: 3000 }],
      },
    })
    expect(await trail(uid)).toEqual(['payout.request', 'payout.approve'])
    const [{ bank } = { bank: '' }] = await market.sql<{ bank: string }[]>`
      select end_to_end_id as bank from private.artist_payouts where uid = ${uid}`
    for (const text of [uid, bank, `coral-${artist.uid}@tune.test`]) {
      const found = await get<{ data: PayoutWire[] }>(first, `${artist.path}/payouts?search=${text}`)
      expect(
        found.data.map((payout) => payout.uid),
        text,
      ).toEqual([uid])
    }
    const none = await get<{ data: PayoutWire[] }>(first, `${artist.path}/payouts?search=${artist.uid}`)
    expect(none.data).toEqual([])
    expect(
      (await post<PayoutWire>(second, `/admin/payouts/${uid}/reject`, { reason: 'não' })).data.code,
    ).toBe('payout_decided')
  })

  test('that the bank refuses is payable again, and its part goes back to its project', async () => {
    const artist = await paidArtist()
    outcome = 'refused'
    const { uid } = (await ask(first, artist.path, 3600)).data
    await runJobs(market)
    const [latest] = (await get<{ data: PayoutWire[] }>(first, `${artist.path}/payouts`)).data
    expect(latest).toMatchObject({ uid, status: 'failed', reason: expect.stringMatching(/^bank_refused E/) })
    expect(await balance(account.payable(artist.project.uid))).toBe(3600)
    expect(await mirrored(artist.wallet)).toBe(3600)
  })

  test('is told to whoever acts for the artist, paid or refused by the bank, in mail and studio', async () => {
    const artist = await paidArtist()
    const actor = await market.newFan()
    await market.sql`
      insert into private.artist_accounts (artist_id, user_id)
      select id, ${actor.uid} from private.artists where uid = ${artist.uid}`
    outcome = 'refused'
    await ask(first, artist.path, 2000)
    await runJobs(market)
    outcome = 'done'
    await ask(second, artist.path, 3000)
    await runJobs(market)
    const toArtist = mails.filter(({ to }) => to === actor.email)
    expect(toArtist.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/: repasse de R\$\s20,00 não entrou$/),
      expect.stringMatching(/: repasse de R\$\s30,00 pago$/),
    ])
    expect(toArtist[1]?.text).toContain('/studio?tab=payouts')
    const { data } = await get<{ data: StudioWire }>(actor, '/studio')
    expect(data.payouts).toMatchObject([
      { amount: 3000, net: 3000, status: 'paid', endToEndId: expect.stringMatching(/^E/) },
      { amount: 2000, status: 'failed' },
    ])
    expect(toArtist[1]?.text).toContain(data.payouts[0]?.endToEndId)
    expect(JSON.stringify(data.payouts)).not.toContain(first.email)
  })

  test('that no job tries any more is given back where the provider never heard of it', async () => {
    const artist = await paidArtist()
    const { uid } = (await ask(first, artist.path, 3600)).data
    await market.sql`
      select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where key = ${`pay-out-artist:${uid}`}`
    const [waiting] = (await get<{ data: PayoutWire[] }>(first, '/admin/payouts-waiting')).data
    expect(waiting).toMatchObject({ uid, status: 'approved', isStuck: true, decision: null })
    market.ctx.pix.findPayout = async () => null
    const given = await post(first, `/admin/payouts/${uid}/decide`, { outcome: 'failed', note: 'sumiu' })
    expect(given.data.status).toBe('failed')
    expect(await balance(account.payable(artist.project.uid))).toBe(3600)
  })

  test('takes from several projects, and never more than they have', async () => {
    const artist = await paidArtist()
    const other = await market.newProject({ price: 2000, published: false })
    await market.sql`update projects set author_wallet = ${artist.wallet}, is_active = true where id = ${other.id}`
    await play(await sell(other, 2000))
    expect((await ask(first, artist.path, 5401)).data.code).toBe('payout_exceeds_payable')
    const { uid } = (await ask(first, artist.path, 4000)).data
    expect(
      (await get<{ data: { parts: object[] } }>(first, `/admin/payouts/${uid}`)).data.parts,
    ).toMatchObject([{ amount: 3600 }, { amount: 400 }])
    await runJobs(market)
    // One payout is one, from however many works it was taken.
    const { totals } = await get<ArtistStatementWire>(first, `${artist.path}/statement?month=${month()}`)
    expect(totals.find(({ kind }) => kind === 'payout')).toMatchObject({ count: 1, amount: -4000 })
  })

  test('leaves what may still go back to fans: the shares of tokens that nobody has played', async () => {
    const artist = await paidArtist()
    const fan = await market.newFan(4000)
    const payment = await buyFromWallet(market, fan, artist.project)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 3600 })
    expect((await ask(first, artist.path, 3601)).data.code).toBe('payout_exceeds_payable')
    expect((await ask(first, artist.path, 3600)).status).toBe(200)
    const [token] = await market.sql<{ uid: string }[]>`
      select mints.uid from mints join payments on payments.id = payment_id where payments.uid = ${payment}`
    expect((await market.call(fan, '/regret', { UID: token?.uid })).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(4000)
    await runJobs(market)
  })

  test('leaves what a disputed sale brought, until the bank has decided for us or its fan owes nothing', async () => {
    for (const end of ['won', 'lost'] as const) {
      const artist = await paidArtist()
      const fan = await market.newFan()
      const payment = await buyByCard(market, fan, artist.project)
      await play(payment)
      const report = { payment, dispute: `held_${end}`, amount: totalOf(4000) }
      await deliver(market, disputeEvent({ ...report, status: 'needs_response' }))
      await runJobs(market)
      expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 3600, unplayed: 0 })
      expect((await ask(first, artist.path, 3601)).data.code).toBe('payout_exceeds_payable')
      // Its time being over makes no difference.
      await market.sql`
        update mints set will_expire_at = now() - interval '1 second'
        from payments where payments.id = payment_id and payments.uid = ${payment}`
      await market.sql`select market.settle(array[${artist.project.id}::bigint])`
      expect(await tokenOf(market, payment)).toMatchObject({ status: 'expired', revoked: null })
      expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 3600 })
      await deliver(market, disputeEvent({ ...report, status: end }))
      await runJobs(market)
      if (end === 'lost') {
        expect(await market.balanceOf(fan)).toBe(-4000)
        expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 3600 })
        await depositByCard(market, fan, 3000)
        expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 6200 })
        const debt = { amount: 1000, reason: 'a casa assume' }
        expect((await post(second, `/admin/users/${fan.uid}/write-offs`, debt)).status).toBe(200)
        await runJobs(market)
      }
      expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 7200 })
    }
  })

  test('leaves what was bought from a wallet that owes for a dispute, in proportion, as far as it owes', async () => {
    const artist = await paidArtist()
    const fan = await market.newFan(4000)
    const other = await market.newProject({ price: 4000, supply: 5 })
    const buy = async (project: TestProject) => play(await buyFromWallet(market, fan, project))
    const { wallet, uid } = await artistOf(other)
    await confirmedKey(uid)
    // Before the disputed money came, and after it: of the latter each has its part of what is owed, in whatever order they came.
    await buy(await market.newProject({ price: 4000 }))
    const payment = await depositByCard(market, fan, 8000)
    await buy(other)
    await buy(artist.project)
    await depositByCard(market, fan, 5000)
    const report = { payment, dispute: 'held_wallet', amount: totalOf(8000) }
    await deliver(market, disputeEvent({ ...report, status: 'needs_response' }))
    await runJobs(market)
    expect(await market.balanceOf(fan)).toBe(-3000)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 5700 })
    expect(await detail(`/admin/artists/${uid}`)).toMatchObject({ wallet, payable: 3600, free: 2100 })
    expect((await ask(first, artist.path, 5701)).data.code).toBe('payout_exceeds_payable')
    await deliver(market, disputeEvent({ ...report, status: 'lost' }))
    await runJobs(market)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 5700 })
    await depositByCard(market, fan, 2999)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 7199 })
    await depositByCard(market, fan, 1000)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 7200 })
  })

  test('a role that approves nothing does not read what was paid by what may be paid yet', async () => {
    const artist = await paidArtist()
    const { uid } = await market.newFan()
    await market.sql`
      insert into private.artist_accounts (artist_id, user_id)
      select id, ${uid} from private.artists where uid = ${artist.uid}`
    const support = await market.newFan()
    await market.sql`update users set role = 'support' where uid = ${support.uid}`
    const alone = async (by: TestFan) =>
      (await get<{ data: { aloneUpTo: number } }>(by, `/admin/users/${uid}`)).data.aloneUpTo
    expect([await alone(first), await alone(support)]).toEqual([5000, 0])
    await ask(first, artist.path, 1200)
    expect([await alone(first), await alone(support)]).toEqual([3800, 0])
    await runJobs(market)
  })

  test('leaves what a refund would take that waits for a second person, until it is decided', async () => {
    const artist = await paidArtist(8000)
    const give = (amount: number) =>
      post<{ uid: string; status: string }>(first, `/admin/activity/${artist.payment}/refunds`, {
        ...{ amount, destination: 'wallet', reason: 'show cancelado', despitePlay: true },
      })
    const decide = (uid: string, step: string) =>
      post(second, `/admin/refunds/${uid}/${step}`, step === 'reject' ? { reason: 'o show foi adiado' } : {})
    const refund = (await give(6000)).data
    expect(refund.status).toBe('requested')
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 1200 })
    expect((await ask(first, artist.path, 1201)).data.code).toBe('payout_exceeds_payable')
    expect((await decide(refund.uid, 'reject')).status).toBe(200)
    expect(await detail(artist.path)).toMatchObject({ payable: 7200, free: 7200 })
    // What a payout that waits has taken is not there to be given back, until that is rejected.
    const payout = (await ask(first, artist.path, 5100)).data
    expect(await give(8000)).toMatchObject({ status: 409, data: { code: 'refund_uncovered' } })
    expect(await detail(artist.path)).toMatchObject({ payable: 2100, free: 2100 })
    const rejection = { reason: 'há um reembolso' }
    expect((await post(second, `/admin/payouts/${payout.uid}/reject`, rejection)).status).toBe(200)
    const whole = (await give(8000)).data
    expect((await decide(whole.uid, 'approve')).status).toBe(200)
    await runJobs(market)
    expect(await detail(artist.path)).toMatchObject({ payable: 0, free: 0 })
  })

  test('says what of it came by card within seven days, straight or by way of a wallet', async () => {
    const artist = await paidArtist()
    const fresh = async () => (await detail(artist.path)).freshCard
    expect(await fresh()).toBe(0)
    const buyer = await market.newFan()
    const straight = await buyByCard(market, buyer, artist.project)
    // Until it is played, nothing of it can be paid out.
    expect(await fresh()).toBe(0)
    await play(straight)
    expect(await fresh()).toBe(3600)
    const depositor = await market.newFan(4000)
    const other = await market.newProject({ price: 4000, published: false })
    await market.sql`update projects set author_wallet = ${artist.wallet}, is_active = true where id = ${other.id}`
    const before = await buyFromWallet(market, depositor, other)
    await depositByCard(market, depositor, 8000)
    await play(before)
    expect(await fresh()).toBe(3600)
    await play(await buyFromWallet(market, depositor, artist.project))
    expect(await fresh()).toBe(7200)
    // What has been paid out already is not there to be asked about.
    expect((await ask(first, artist.path, 5000)).data).toMatchObject({ status: 'approved', freshCard: 0 })
    await runJobs(market)
    expect(await detail(artist.path)).toMatchObject({ free: 9400, freshCard: 5800 })
    // Whoever is to approve one reads it, too.
    const waiting = (await ask(first, artist.path, 9400)).data
    expect(waiting).toMatchObject({ status: 'requested', freshCard: 5800 })
    await post(second, `/admin/payouts/${waiting.uid}/reject`, { reason: 'cartões de ontem' })
    // A dispute keeps it back; what is older than seven days the bank hardly takes.
    await deliver(market, disputeEvent({ payment: straight, dispute: 'fresh', amount: totalOf(4000) }))
    await runJobs(market)
    expect(await fresh()).toBe(2200)
    await market.sql`update payments set created_at = now() - interval '8 days' where user_id = ${depositor.uid}`
    expect(await fresh()).toBe(0)
  })

  test('keeps back no more of two lost disputes than their fan still owes, in proportion', async () => {
    const fan = await market.newFan()
    const [one, two] = [await paidArtist(), await paidArtist()]
    const payments: string[] = []
    for (const { project } of [one, two]) payments.push(await buyByCard(market, fan, project))
    for (const payment of payments) await play(payment)
    for (const payment of payments) {
      for (const status of ['needs_response', 'lost'] as const) {
        const report = { payment, dispute: `two_${payment}`, amount: totalOf(4000), status }
        await deliver(market, disputeEvent(report))
        await runJobs(market)
      }
    }
    const frees = async () => [(await detail(one.path)).free, (await detail(two.path)).free]
    expect(await frees()).toEqual([3600, 3600])
    await depositByCard(market, fan, 3000)
    expect(await frees()).toEqual([4700, 4700])
    await depositByCard(market, fan, 4500)
    expect(await frees()).toEqual([6950, 6950])
  })

  test('waits, once asked for, while a bank disputes one of its sales', async () => {
    const project = await market.newProject({ price: 8000, supply: 5 })
    const payment = await buyByCard(market, await market.newFan(), project)
    await play(payment)
    const { uid: artist } = await artistOf(project)
    await confirmedKey(artist)
    const asked = await ask(first, `/admin/artists/${artist}`, 7200)
    expect(asked.data.status).toBe('requested')
    const report = { payment, dispute: 'held_asked', amount: totalOf(8000) }
    await deliver(market, disputeEvent({ ...report, status: 'needs_response' }))
    await runJobs(market)
    const approve = () => post(second, `/admin/payouts/${asked.data.uid}/approve`)
    expect(await approve()).toMatchObject({ status: 422, data: { code: 'payout_exceeds_payable' } })
    await deliver(market, disputeEvent({ ...report, status: 'won' }))
    await runJobs(market)
    expect((await approve()).data.status).toBe('approved')
    await runJobs(market)
  })

  test('raced with another one, or asked again after a lost answer, takes the money once', async () => {
    const artist = await paidArtist()
    const raced = await Promise.all([ask(first, artist.path, 3600), ask(second, artist.path, 3600)])
    expect(raced.map(({ status }) => status).sort()).toEqual([200, 422])
    const next = await paidArtist()
    const key = crypto.randomUUID()
    const repeated = await Promise.all([1, 2, 3].map(() => ask(first, next.path, 1000, key)))
    expect(new Set(repeated.map(({ data }) => data.uid)).size).toBe(1)
    expect(await balance(account.payable(next.project.uid))).toBe(2600)
    expect((await ask(first, next.path, 1001, key)).data.code).toBe('key_reused')
    await runJobs(market)
  })

  test('raced with the refund of a sale: one of them has the money', async () => {
    for (let round = 0; round < 4; round++) {
      const artist = await paidArtist()
      const refund = { amount: 4000, destination: 'wallet', reason: 'show cancelado', despitePlay: true }
      const [payer, refunder] = [await newAdmin(), await newAdmin()]
      const [out, back] = await Promise.all([
        ask(payer, artist.path, 3600),
        post(refunder, `/admin/activity/${artist.payment}/refunds`, refund),
      ])
      expect([out.status, back.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await balance(account.payable(artist.project.uid))).toBe(0)
    }
    await runJobs(market)
  })

  test('leaves a refund of that sale nothing: not even what may still go back to somebody else', async () => {
    const artist = await paidArtist()
    expect((await ask(first, artist.path, 3600)).status).toBe(200)
    const fan = await market.newFan(4000)
    const payment = await buyFromWallet(market, fan, artist.project)
    const refund = { amount: 4000, destination: 'wallet', reason: 'show cancelado', despitePlay: true }
    expect((await post(second, `/admin/activity/${artist.payment}/refunds`, refund)).data).toMatchObject({
      code: 'refund_uncovered',
    })
    const [token] = await market.sql<{ uid: string }[]>`
      select mints.uid from mints join payments on payments.id = payment_id where payments.uid = ${payment}`
    expect((await market.call(fan, '/regret', { UID: token?.uid })).status).toBe(200)
    expect(await market.balanceOf(fan)).toBe(4000)
    await runJobs(market)
  })

  test('above the limit of a day waits for a second person, and may be rejected', async () => {
    const artist = await paidArtist(20_000)
    expect((await ask(first, artist.path, 4000)).data.status).toBe('approved')
    const asked = await ask(first, artist.path, 2000)
    expect(asked.data.status).toBe('requested')
    const { uid } = asked.data
    const approve = (by: TestFan) => post<PayoutWire>(by, `/admin/payouts/${uid}/approve`)
    expect(await get(second, `/admin/payouts/${uid}/approve-lines`)).toMatchObject({
      data: { lines: [{ debit: account.payingOut, credit: account.artistsPaid }] },
    })
    expect((await approve(first)).data.code).toBe('second_person_due')
    const waiting = await get<{ data: PayoutWire[] }>(second, '/admin/payouts-waiting')
    expect(waiting.data.map((payout) => payout.uid)).toContain(uid)
    const answers = await Promise.all([approve(second), approve(second)])
    expect(answers.map(({ data }) => data.status)).toEqual(['approved', 'approved'])
    await runJobs(market)

    const large = (await ask(first, artist.path, 6000)).data.uid
    const ends = await Promise.all([
      post(second, `/admin/payouts/${large}/reject`, { reason: 'chave em dúvida' }),
      post(second, `/admin/payouts/${large}/approve`),
    ])
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    await runJobs(market)
  })

  test('needs a confirmed key, an amount and a reason to be rejected', async () => {
    const project = await market.newProject()
    await play(await sell(project, 2000))
    const path = `/admin/artists/${(await artistOf(project)).uid}`
    expect((await ask(first, path, 100)).data.code).toBe('artist_key_missing')
    for (const amount of [0, -1, 1.5]) expect((await ask(first, path, amount)).status).toBe(400)
    expect((await post(first, `/admin/payouts/${crypto.randomUUID()}/reject`, { reason: ' ' })).status).toBe(
      400,
    )
    expect((await ask(first, `/admin/artists/${crypto.randomUUID()}`, 100)).data.code).toBe(
      'artist_not_found',
    )
    await expect(
      market.sql`
        insert into private.artist_payouts (artist_id, key_id, amount)
        select artists.id, keys.id, 1 from private.artists, private.artist_keys keys
        where artists.id <> keys.artist_id limit 1`,
    ).rejects.toThrow(/not confirmed/)
  })
})

describe('a statement', () => {
  test('tells sales, auctions, returns and payouts of a month, page by page and as a file', async () => {
    const auction = await market.newAuction({ price: 2000 })
    const artist = await artistOf(auction)
    const path = `/admin/artists/${artist.uid}`
    await confirmedKey(artist.uid)
    await market.bid(await market.newFan(3000), auction, 3000)
    await market.endWindows(auction)
    await market.settleAll()
    await market.sql`
      update mints set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
      where project_id = ${auction.id} and status = 'pending'`
    const [won] = await market.sql<{ uid: string }[]>`
      select payments.uid from payments join mints on payment_id = payments.id
      where mints.project_id = ${auction.id} and flow = 'bid'`
    const refund = { amount: 1000, destination: 'wallet', reason: 'atraso', despitePlay: false }
    expect((await post(first, `/admin/activity/${won?.uid}/refunds`, refund)).status).toBe(200)
    await ask(first, path, 1500)
    await runJobs(market)
    const read = (rest: string) =>
      get<ArtistStatementWire>(first, `${path}/statement?month=${month()}&${rest}`)
    const all = await read('limit=50')
    expect(all.data.map(({ kind, amount, platform }) => [kind, amount, platform])).toEqual([
      ['payout', -1500, 0],
      ['refund', -900, -100],
      ['award', 2700, 300],
      ['sale', 1800, 200],
    ])
    expect(all.totals.find(({ kind }) => kind === 'award')).toEqual({
      kind: 'award',
      count: 1,
      amount: 2700,
      platform: 300,
    })
    const pages: string[] = []
    for (let cursor = ''; ; ) {
      const page = await read(`limit=1${cursor}`)
      pages.push(...page.data.map(({ id }) => id))
      if (!page.next) break
      cursor = `&cursor=${encodeURIComponent(page.next)}`
    }
    expect(pages).toEqual(all.data.map(({ id }) => id))
    const csv = await (await market.callRaw(first, `${path}/statement.csv?month=${month()}`)).text()
    expect(csv.trim().split('\r\n')).toHaveLength(5)
    expect(csv).toContain(';Venda em leilão;Maré;27,00;3,00;')
    const before = await get<ArtistStatementWire>(first, `${path}/statement?month=2020-01`)
    expect(before).toMatchObject({ data: [], next: null, totals: [] })
    for (const query of [
      '',
      'month=2026-13',
      'month=0000-01',
      `month=${month()}&cursor=x`,
      `month=${month()}&limit=0`,
    ])
      expect((await market.call(first, `${path}/statement?${query}`)).status).toBe(400)
  })
})

describe('a link', () => {
  const open = (token: string, from = '203.0.113.1') =>
    market.call(null, '/artist-figures', { token }, { 'x-forwarded-for': from }) as unknown as Promise<
      Answer<ArtistFiguresWire>
    >
  const give = async (path: string, days = 30) =>
    (await post<{ uid: string; token: string }>(first, `${path}/links`, { days })).data

  test('shows the figures of its author’s projects to a stranger, and nobody’s name', async () => {
    const artist = await paidArtist()
    const other = await paidArtist()
    const { token } = await give(artist.path)
    await ask(first, artist.path, 1000)
    const { status, data } = await open(token)
    expect(status).toBe(200)
    expect(data.projects).toMatchObject([
      {
        uid: artist.project.uid,
        supply: 5,
        sold: 1,
        holders: 1,
        standing: 0,
        volume: 4000,
        share: 3600,
        payable: 3600,
        paid: 0,
      },
    ])
    await runJobs(market)
    expect((await open(token)).data.projects).toMatchObject([{ payable: 2600, paid: 1000, share: 3600 }])
    expect(JSON.stringify(data)).not.toContain('@')
    expect(JSON.stringify(data)).not.toContain(other.project.uid)
    const [row] = await market.sql<{ kept: string }[]>`
      select string_agg(artist_links::text, '') || (select string_agg(admin_actions::text, '') from private.admin_actions) as kept
      from private.artist_links`
    expect(row?.kept).not.toContain(token)
  })

  test('that was revoked, has ended or never was is answered alike, and opens no other door', async () => {
    const artist = await paidArtist()
    const [revoked, ended] = [await give(artist.path), await give(artist.path)]
    expect((await open(revoked.token)).status).toBe(200)
    const revoke = () => post(second, `${artist.path}/links/${revoked.uid}/revoke`)
    expect((await Promise.all([revoke(), revoke()])).map(({ status }) => status)).toEqual([200, 200])
    await market.sql`
      update private.artist_links set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
      where uid = ${ended.uid}`
    const answers = [revoked.token, ended.token, 'a'.repeat(43), 'short', ''].map((token) => open(token))
    const bodies = (await Promise.all(answers)).map((answer) => JSON.stringify(answer))
    expect(new Set(bodies).size).toBe(1)
    expect(bodies[0]).toContain('link_not_found')
    expect((await detail(artist.path)).links.map(({ state }) => state)).toEqual(['expired', 'revoked'])
    const valid = await give(artist.path)
    expect((await market.call({ token: valid.token }, '/admin/artists')).status).toBe(401)
    expect((await post(first, `${artist.path}/links`, { days: 31 })).status).toBe(400)
    expect(await trail(artist.uid)).toContain('artist.revoke-link')
  })

  test('is asked for so often by one address and no more', async () => {
    const answers = []
    // Sixty a minute: whichever second the next minute begins in, one of the two has more.
    for (let asked = 0; asked < 122; asked++)
      answers.push((await open('b'.repeat(43), '198.51.100.7')).status)
    expect(answers).toContain(429)
    expect((await open('b'.repeat(43), '198.51.100.8')).status).toBe(404)
  })
})
