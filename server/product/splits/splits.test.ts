/** The author's part shared among several: to the centavo, back from each what each got, and changed by all together. */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { maskedEmail } from '#domain/artist.ts'
import { PAID_MEMORY_DAYS } from '#domain/bid.ts'
import { MAX_CENTAVOS } from '#domain/money.ts'
import { partsOf, SHARERS_MAX } from '#domain/split.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import { cardEvent, deliver, disputeEvent, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { buyByCard, buyFromWallet, depositByCard, mint, totalOf } from '../../testing/paid-by-card.ts'
import type { ArtistStatementWire, PayoutWire } from '../artists/earnings-wire.ts'
import type { ArtistDetailWire } from '../artists/wire.ts'
import { account } from '../ledger/ledger.ts'
import type { NotificationsWire } from '../notifications/contract.ts'
import { readMoney } from '../projects/public.ts'
import type { StudioFiguresWire, StudioWire } from '../studio/contract.ts'
import type { OwnSplitsWire, SplitWire } from './contract.ts'

let market: Market
let admin: TestFan
const mails: Mail[] = []
beforeAll(async () => {
  market = await createMarket()
  admin = await market.newAdmin()
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer<Data> = { status: number; data: Data & { code?: string } }
const post = <Data = SplitWire>(by: TestFan, path: string, body: object = {}) =>
  market.call(by, path, body) as Promise<Answer<Data>>
const get = <Data = SplitWire>(by: TestFan, path: string) => market.call(by, path) as Promise<Answer<Data>>

type Person = { name: string; wallet: string; uid: string; id: number; fan: TestFan }
/** Somebody who shares projects, and the account that acts for them. */
async function newPerson(name: string, wallet = `0x${randomBytes(20).toString('hex')}`): Promise<Person> {
  const fan = await market.newFan()
  const [known] = await market.sql<{ id: number; uid: string }[]>`
    insert into private.artists (wallet, name) values (${wallet}, ${name})
    on conflict (wallet) do update set name = excluded.name
    returning id, uid`
  if (!known) throw new Error('no artist')
  await market.sql`insert into private.artist_accounts (artist_id, user_id) values (${known.id}, ${fan.uid})`
  return { name, wallet, fan, ...known }
}

const points = (people: Person[], shares: number[]) =>
  people.map(({ name, wallet }, place) => ({ name, wallet, basisPoints: shares[place] }))
const setSplit = (project: TestProject, people: Person[], shares: number[], by = admin) =>
  post(by, `/admin/projects/${project.uid}/split`, { shares: points(people, shares) })
const moneyOf = async ({ uid }: TestProject) => (await readMoney(market.sql, [uid])).get(uid)
const publish = ({ id }: TestProject) => market.sql`update projects set is_active = true where id = ${id}`

/** A published project whose author shares it with others. */
async function shared(
  shares: number[],
  facts: { price?: number; supply?: number } = {},
): Promise<{ project: TestProject; people: Person[] }> {
  const project = await market.newProject({ price: 1999, published: false, ...facts })
  const [row] = await market.sql<{ wallet: string }[]>`
    select lower(author_wallet) as wallet from projects where id = ${project.id}`
  const people: Person[] = []
  for (const place of shares.keys()) {
    people.push(
      await newPerson(place === 0 ? 'Coral' : `Pessoa ${place}`, place === 0 ? row?.wallet : undefined),
    )
  }
  expect((await setSplit(project, people, shares)).status).toBe(200)
  await publish(project)
  return { project, people }
}

const owed = (project: TestProject, people: Person[]) =>
  Promise.all(
    people.map(async ({ id }) => {
      const [row] = await market.sql<{ balance: number }[]>`
        select coalesce(sum(balance), 0)::float8 as balance
        from private.payable_accounts join ledger.accounts on accounts.id = account_id
        where project_id = ${project.id} and artist_id = ${id}`
      return row?.balance ?? 0
    }),
  )
const month = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format().slice(0, 7)
const linesFor = async ({ fan }: Person) =>
  ((await market.call(fan, `/studio/statement?month=${month()}`)) as unknown as ArtistStatementWire).data
const statement = async (person: Person) => (await linesFor(person)).map(({ kind, amount }) => [kind, amount])
const tokenOf = async (payment: string) => {
  const [row] = await market.sql<{ uid: string }[]>`
    select mints.uid from mints join payments on payments.id = payment_id where payments.uid = ${payment}`
  return row?.uid as string
}
const buyWithTip = async (fan: TestFan, project: TestProject, amount: number): Promise<string> => {
  const tip = { amount, words: '' }
  const bought = await post<{ payment: { uid: string } }>(fan, '/buy-token-balance', {
    typeBuy: 'mint',
    UID: project.uid,
    tip,
  })
  expect(bought.status).toBe(200)
  await mint(market, bought.data.payment.uid)
  return bought.data.payment.uid
}

/** The ledger's lines beside those in `known`, by name. */
const linesSince = async (known: string[]) =>
  (
    await market.sql<{ id: string }[]>`
      select id from ledger.transfers where id <> all (${known}) and id not like 'deposit:%' order by id collate "C"`
  ).map(({ id }) => id)
/** The ledger's lines that a payment's page shows. */
const linesOf = async (payment: string) =>
  (await get<{ history: { kind: string; key: string }[] }>(admin, `/admin/activity/${payment}`)).data.history
    .filter(({ kind }) => kind === 'transfer')
    .map(({ key }) => key)
    .sort()

test('whoever acts for somebody with a share of a work does not bid for it, whatever would pay; a month after they act no more, and elsewhere, they do', async () => {
  const { project, people } = await shared([6000, 4000], { supply: 1 })
  const [buyer, elsewhere] = [await market.newFan(1999), await market.newAuction()]
  expect((await post(buyer, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })).status).toBe(200)
  await market.sql`update private.splits set in_force_at = in_force_at - interval '1 year' where project_id = ${project.id}`
  const end = (fan: TestFan, daysAgo: number) =>
    market.sql`
      update private.artist_accounts
      set joined_at = joined_at - make_interval(days => ${daysAgo}), ended_at = now() - make_interval(days => ${daysAgo})
      where user_id = ${fan.uid}`
  const isPaid = async (fan: TestFan, { uid }: TestProject) =>
    ((await market.call(fan, `/projects/bids/${uid}`)) as { isPaidForIt?: boolean }).isPaidForIt
  for (const [place, { id, fan: before }] of people.entries()) {
    await end(before, PAID_MEMORY_DAYS - 1)
    expect(await isPaid(before, project)).toBe(true)
    await end(before, PAID_MEMORY_DAYS)
    const fan = await market.newFan(5000)
    await market.sql`insert into private.artist_accounts (artist_id, user_id) values (${id}, ${fan.uid})`
    const amount = 2500 + place
    // They are told before they bid, also when they have never bought nor bid; nobody else is.
    expect(await isPaid(fan, project)).toBe(true)
    expect(await isPaid(fan, elsewhere)).toBe(false)
    expect(await isPaid(before, project)).toBe(false)
    const refused = { status: 403, data: { code: 'own_work' } }
    expect(await market.bid(fan, project, amount)).toMatchObject(refused)
    expect(await post(fan, '/buy-token-pix', { typeBuy: 'bid', UID: project.uid, amount })).toMatchObject(
      refused,
    )
    expect((await market.bid(fan, elsewhere, amount)).status).toBe(200)
    await end(fan, PAID_MEMORY_DAYS - 1)
    expect(await isPaid(fan, project)).toBe(true)
    expect(await market.bid(fan, project, 2000 + place)).toMatchObject(refused)
    await end(fan, PAID_MEMORY_DAYS)
    expect(await isPaid(fan, project)).toBe(false)
    expect((await market.bid(fan, project, 2000 + place)).status).toBe(200)
  }
})

test('whoever is paid into their own wallet does not bid either, and a bid from before they had a share is given back', async () => {
  const project = await market.newAuction({ price: 2000 })
  const [row] = await market.sql<{ wallet: string }[]>`
    select lower(author_wallet) as wallet from projects where id = ${project.id}`
  const author = await newPerson('Coral', row?.wallet)
  const other = await newPerson('Bateria')
  const [owner, fan] = [await market.newFan(5000), await market.newFan(5000)]
  await market.sql`update users set wallet = ${author.wallet} where uid = ${owner.uid}`
  expect(await market.bid(owner, project, 2500)).toMatchObject({ status: 403, data: { code: 'own_work' } })
  expect(await market.call(owner, `/projects/bids/${project.uid}`)).toMatchObject({ isPaidForIt: true })
  await market.sql`update users set wallet = ${other.wallet} where uid = ${fan.uid}`
  expect((await market.bid(fan, project, 2600)).status).toBe(200)
  const { data } = await setSplit(project, [author, other], [5000, 5000])
  expect(await market.balanceOf(fan)).toBe(2400)
  for (const one of [author, other]) await post(one.fan, `/studio/splits/${data.proposal?.uid}/agree`)
  expect(await market.balanceOf(fan)).toBe(5000)
  expect(await market.sql`select status from bids where user_id = ${fan.uid}`).toEqual([
    { status: 'pending-cancel' },
  ])
  const bell = (await market.call(fan, '/notifications')).data as NotificationsWire['data']
  expect(bell.notifications.find(({ kind }) => kind === 'bid_released')?.message).toContain(
    'porque agora você recebe pelas vendas desta obra',
  )
  expect(await market.bid(fan, project, 2600)).toMatchObject({ status: 403, data: { code: 'own_work' } })
})

test('a bid that ended because its fan was given a share is followed by no other once the share is taken back', async () => {
  const project = await market.newAuction({ price: 2000 })
  const [row] = await market.sql<{ wallet: string }[]>`
    select lower(author_wallet) as wallet from projects where id = ${project.id}`
  const [owner, other] = [await newPerson('Coral', row?.wallet), await newPerson('Bateria')]
  const fan = await market.newFan(5000)
  await market.sql`update private.artist_accounts set user_id = ${fan.uid} where artist_id = ${other.id}`
  const propose = async (shares: [Person, number][]) => {
    const { data } = await post(owner.fan, `/studio/works/${project.uid}/split`, {
      shares: shares.map(([{ uid }, basisPoints]) => ({ artist: uid, basisPoints })),
    })
    expect((await post(fan, `/studio/splits/${data.proposal?.uid}/agree`)).status).toBe(200)
  }
  expect((await market.bid(fan, project, 4000)).status).toBe(200)
  await propose([
    [owner, 9999],
    [other, 1],
  ])
  expect(await market.balanceOf(fan)).toBe(5000)
  await propose([[owner, 10000]])
  expect(await market.bid(fan, project, 4100)).toMatchObject({ status: 403, data: { code: 'own_work' } })
  expect(await market.call(fan, `/projects/bids/${project.uid}`)).toMatchObject({ isPaidForIt: true })
  /** As if all of it had been so many days earlier. */
  async function earlier(days: number) {
    await market.sql`
      update private.splits
      set in_force_at = in_force_at - make_interval(days => ${days}), ended_at = ended_at - make_interval(days => ${days})
      where project_id = ${project.id}`
    await market.sql`
      update private.artist_accounts set joined_at = joined_at - make_interval(days => ${days}) where user_id = ${fan.uid}`
  }
  await earlier(PAID_MEMORY_DAYS - 1)
  expect(await market.bid(fan, project, 4100)).toMatchObject({ data: { code: 'own_work' } })
  await earlier(1)
  expect((await market.bid(fan, project, 4100)).status).toBe(200)
})

test('whoever acts for an artist only once the artist has no share of a work any more was never paid for it', async () => {
  const { project, people } = await shared([6000, 4000], { supply: 1 })
  await buyFromWallet(market, await market.newFan(1999), project)
  const [author, other] = people as [Person, Person]
  const { data } = await setSplit(project, [author], [10000])
  for (const { fan } of people) await post(fan, `/studio/splits/${data.proposal?.uid}/agree`)
  const fan = await market.newFan(5000)
  await market.sql`
    update private.artist_accounts set ended_at = clock_timestamp() where artist_id = ${other.id} and ended_at is null`
  await market.sql`insert into private.artist_accounts (artist_id, user_id) values (${other.id}, ${fan.uid})`
  expect((await market.bid(fan, project, 2500)).status).toBe(200)
})

test('the database divides as the domain does, whatever the amount and the weights', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: MAX_CENTAVOS }),
      fc.array(fc.integer({ min: 0, max: MAX_CENTAVOS }), { minLength: 1, maxLength: SHARERS_MAX }),
      async (amount, weights) => {
        const [row] = await market.sql<{ parts: number[] }[]>`
          select private.parts_of(${amount}::bigint, ${weights}::bigint[])::float8[] as parts`
        expect(row?.parts).toEqual(partsOf(amount, weights))
      },
    ),
    { numRuns: 200, examples: [[1, [0]]] },
  )
})

describe('a shared sale', () => {
  test('goes to each on a line of their own, tip and all, and what nobody shares is as ever', async () => {
    const { project, people } = await shared([7000, 3000])
    const [author, other] = people as [Person, Person]
    await buyWithTip(await market.newFan(2500), project, 501)
    // 1799 of the price and 501 beside it.
    expect(await owed(project, people)).toEqual([1259 + 351, 540 + 150])
    expect(await statement(author)).toEqual([
      ['tip', 351],
      ['sale', 1259],
    ])
    expect(await statement(other)).toEqual([
      ['tip', 150],
      ['sale', 540],
    ])
    // Each line says what it is a part of, also in the file.
    expect((await linesFor(other)).map(({ whole, basisPoints }) => [whole, basisPoints])).toEqual([
      [501, 3000],
      [1799, 3000],
    ])
    const file = await (await market.callRaw(other.fan, `/studio/statement.csv?month=${month()}`)).text()
    expect(file).toContain(';Venda;Maré;5,40;0,00;30,00;17,99;sale:')
    expect(await moneyOf(project)).toEqual({ volume: 1999, fees: 200, tips: 501 })
    const figures = async ({ fan }: Person) =>
      (await get<StudioFiguresWire>(fan, '/studio/figures')).data.works.find(({ uid }) => uid === project.uid)
    expect(await figures(author)).toMatchObject({
      isAuthor: true,
      share: 1610,
      payable: 1610,
      basisPoints: 7000,
    })
    expect(await figures(other)).toMatchObject({ isAuthor: false, share: 690, paid: 0, basisPoints: 3000 })
    expect((await get<StudioWire>(other.fan, '/studio')).data.tips).toMatchObject([{ amount: 150 }])
    // On the chain the author stays whom the project names.
    expect(
      await market.sql`select private.shares_in(${author.wallet})::integer as author, private.shares_in(${other.wallet})::integer as other`,
    ).toEqual([{ author: 2300, other: 0 }])
  })

  test('among ten people adds up, and of one centavo each time the first ones get it', async () => {
    const { project, people } = await shared(Array(10).fill(1000), { price: 105, supply: 5 })
    await buyFromWallet(market, await market.newFan(105), project)
    // 105 less 10,5 rounded: 94 or 95 among ten.
    const parts = await owed(project, people)
    const [author] = await market.sql<{ amount: number }[]>`
      select amount::float8 from ledger.transfers
      where kind = 'sale_author' order by created_at desc limit 1`
    expect(parts).toEqual(partsOf(author?.amount ?? 0, Array(10).fill(1000)))
    expect(parts.reduce((all, one) => all + one, 0)).toBe(author?.amount)
  })

  test('won at auction, or accepted as a gift, is shared the same way', async () => {
    const { project, people } = await shared([5000, 5000], { price: 2001, supply: 1 })
    const gift = { gift: { email: null, words: '' } }
    const giver = await market.newFan(2001)
    await post(giver, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid, ...gift })
    expect(await owed(project, people)).toEqual([0, 0])
    const [given] = (await get<{ uid: string }[]>(giver, '/gifts')).data
    const { data } = await post<{ link: string }>(giver, `/gifts/${given?.uid}/link`)
    const code = new URL(data.link).hash.slice(1)
    expect((await post(await market.newFan(), '/gifts/accept', { code })).status).toBe(200)
    expect(await owed(project, people)).toEqual([901, 900])
    await market.sql`
      update mints set status = 'minted', minted_at = now() - interval '1 hour', will_expire_at = now() + interval '1 hour'
      where project_id = ${project.id}`
    expect((await market.bid(await market.newFan(3000), project, 3000)).status).toBe(200)
    await market.endWindows(project)
    await market.settleAll()
    expect(await owed(project, people)).toEqual([901 + 1350, 900 + 1350])
    expect((await statement(people[0] as Person))[0]).toEqual(['award', 1350])
  })
})

describe('what goes back', () => {
  test('comes from each what each got: a regret', async () => {
    const { project, people } = await shared([6667, 3333])
    const fan = await market.newFan(2500)
    const payment = await buyWithTip(fan, project, 501)
    expect((await post(fan, '/regret', { UID: await tokenOf(payment) })).status).toBe(200)
    expect(await owed(project, people)).toEqual([0, 0])
    expect(await market.balanceOf(fan)).toBe(2500)
    expect((await linesFor(people[1] as Person))[0]).toMatchObject({
      kind: 'refund',
      amount: -(600 + 167),
      whole: 1799 + 501,
      basisPoints: null,
    })
    expect(await moneyOf(project)).toEqual({ volume: 0, fees: 0, tips: 0 })
  })

  test('comes from each what each got: refunds of a part, of another, and of the rest', async () => {
    const { project, people } = await shared([5000, 3000, 2000])
    const fan = await market.newFan()
    const payment = await buyByCard(market, fan, project)
    const refund = (amount: number) =>
      post(admin, `/admin/activity/${payment}/refunds`, {
        amount,
        destination: 'wallet',
        reason: 'Engano',
        despitePlay: false,
      })
    const whole = await owed(project, people)
    expect(whole).toEqual([899, 540, 360])
    let left = 1799
    for (const amount of [1000, 101]) {
      expect((await refund(amount)).status).toBe(200)
      const still = await owed(project, people)
      const sum = still.reduce((all, one) => all + one, 0)
      expect(sum).toBeLessThan(left)
      expect(still.every((part, place) => part >= 0 && part <= (whole[place] ?? 0))).toBe(true)
      left = sum
    }
    expect((await refund(898)).status).toBe(200)
    expect(await owed(project, people)).toEqual([0, 0, 0])
  })

  test('and each line before it is in the payment’s history: the sale, the tip, their parts, and a gift that waited', async () => {
    const { project } = await shared([6000, 4000])
    const fan = await market.newFan(2500)
    const giver = await market.newFan(3000)
    const known = await linesSince([])
    const payment = await buyWithTip(fan, project, 501)
    const refund = { amount: 700, destination: 'wallet', reason: 'Engano', despitePlay: false }
    expect((await post(admin, `/admin/activity/${payment}/refunds`, refund)).status).toBe(200)
    expect((await post(fan, '/regret', { UID: await tokenOf(payment) })).status).toBe(200)
    const ofSale = await linesSince(known)
    // Author, platform, tip, each shared in two where it was the author’s; and all of it again, on the way back, twice.
    expect(ofSale).toHaveLength(7 + 4 + 4)
    expect(await linesOf(payment)).toEqual(ofSale)

    const gift = { gift: { email: null, words: '' }, tip: { amount: 300, words: '' } }
    const give = () =>
      post<{ payment: { uid: string } }>(giver, '/buy-token-balance', {
        typeBuy: 'mint',
        UID: project.uid,
        ...gift,
      })
    const taken = (await give()).data.payment.uid
    const giftOf = async () => {
      const [given] = (await get<{ uid: string }[]>(giver, '/gifts')).data
      return given?.uid
    }
    expect((await post(giver, `/gifts/${await giftOf()}/take-back`)).status).toBe(200)
    expect(await linesOf(taken)).toEqual(await linesSince([...known, ...ofSale]))
    const before = await linesSince([])
    const kept = (await give()).data.payment.uid
    const { data } = await post<{ link: string }>(giver, `/gifts/${await giftOf()}/link`)
    const code = new URL(data.link).hash.slice(1)
    expect((await post(await market.newFan(), '/gifts/accept', { code })).status).toBe(200)
    const ofGift = await linesSince(before)
    expect(ofGift).toHaveLength(1 + 3 + 4)
    expect(await linesOf(kept)).toEqual(ofGift)
  })

  test('that a bank takes: of what somebody was paid already, the house lends their part alone', async () => {
    const { project, people } = await shared([7000, 3000], { price: 2000 })
    const [author, other] = people as [Person, Person]
    const fan = await market.newFan()
    const payment = await buyByCard(market, fan, project)
    const entry = {
      id: `paid:${project.uid}`,
      kind: 'paid',
      debit: `project:${project.uid}:share:${other.uid}`,
      credit: account.paidOut,
      amount: 540,
    }
    await market.sql`select ledger.post(${market.sql.json([entry])})`
    await deliver(market, disputeEvent({ payment, dispute: 'du_shared', amount: totalOf(2000) }))
    await runJobs(market)
    expect(await owed(project, [author, other])).toEqual([0, 0])
    const [lent] = await market.sql<{ amount: number }[]>`
      select amount::float8 from ledger.transfers where id = ${`dispute_return:${await tokenOf(payment)}:house`}`
    expect(lent?.amount).toBe(540)
  })

  test('of what somebody was paid already is refused where it is the house that refunds', async () => {
    const { project, people } = await shared([7000, 3000], { price: 2000 })
    const payment = await buyByCard(market, await market.newFan(), project)
    await market.sql`
      update mints set status_song = 'pending', played_at = now()
      from payments where payments.id = payment_id and payments.uid = ${payment}`
    await payOut(people[1] as Person, 540)
    const refund = await post(admin, `/admin/activity/${payment}/refunds`, {
      amount: 2000,
      destination: 'wallet',
      reason: 'Engano',
      despitePlay: true,
    })
    expect(refund).toMatchObject({ status: 409, data: { code: 'refund_uncovered' } })
    expect(await owed(project, people)).toEqual([1260, 0])
  })
})

/** A payout that arrives. */
async function payOut({ uid, id }: Person, amount: number): Promise<PayoutWire> {
  const other = await market.newAdmin()
  await market.sql`
    insert into private.artist_keys (artist_id, legal_name, pix_key_type, pix_key, entered_by, confirmed_by, confirmed_at)
    select ${id}, 'Alguém', 'email', ${`k${id}@tune.test`}, ${admin.uid}, ${other.uid}, clock_timestamp()
    where not exists (select from private.artist_keys where artist_id = ${id})`
  market.ctx.pix.payOut = async (order) => ({
    status: 'done',
    endToEndId: `E${order.uid.replaceAll('-', '')}`.slice(0, 32),
  })
  const asked = await post<PayoutWire>(admin, `/admin/artists/${uid}/payouts`, { amount })
  expect(asked.status).toBe(200)
  await runJobs(market)
  return asked.data
}

test.each(['won', 'lost'] as const)(
  'a disputed sale’s shares wait until the bank has decided (%s), and what its fan owes is covered',
  async (end) => {
    const { project, people } = await shared([7000, 3000], { price: 2000 })
    const sums = (of: 'free' | 'freshCard') =>
      Promise.all(
        people.map(async ({ uid }) => (await get<ArtistDetailWire>(admin, `/admin/artists/${uid}`)).data[of]),
      )
    const free = () => sums('free')
    const fan = await market.newFan()
    const payment = await buyByCard(market, fan, project)
    await market.sql`
    update mints set status_song = 'pending', played_at = now()
    from payments where payments.id = payment_id and payments.uid = ${payment}`
    expect(await free()).toEqual([1260, 540])
    expect(await sums('freshCard')).toEqual([1260, 540])
    const report = { payment, dispute: `shares_wait_${end}`, amount: totalOf(2000) }
    await deliver(market, disputeEvent({ ...report, status: 'needs_response' }))
    await runJobs(market)
    expect(await free()).toEqual([0, 0])
    expect(await sums('freshCard')).toEqual([0, 0])
    expect(await owed(project, people)).toEqual([1260, 540])
    await deliver(market, disputeEvent({ ...report, status: end }))
    await runJobs(market)
    if (end === 'lost') {
      expect(await free()).toEqual([0, 0])
      await depositByCard(market, fan, 1100)
      // Of 900 that are owed, seven and three tenths: of the 1800 that they had, half.
      expect(await free()).toEqual([630, 270])
      await depositByCard(market, fan, 900)
    }
    expect(await free()).toEqual([1260, 540])
  },
)

test('each is paid on their own: what is theirs and earned, and the chain burns it where the author’s part is', async () => {
  const { project, people } = await shared([7000, 3000], { price: 2000 })
  const [author, other] = people as [Person, Person]
  const payment = await buyFromWallet(market, await market.newFan(2000), project)
  const detail = async ({ uid }: Person) => (await get<ArtistDetailWire>(admin, `/admin/artists/${uid}`)).data
  expect(await detail(other)).toMatchObject({ payable: 540, free: 0, unplayed: 540 })
  await market.sql`
    update mints set status_song = 'pending', played_at = now()
    from payments where payments.id = payment_id and payments.uid = ${payment}`
  expect(await detail(other)).toMatchObject({ payable: 540, free: 540 })
  const { uid } = await payOut(other, 540)
  expect(await detail(other)).toMatchObject({ payable: 0, free: 0, paid: 540 })
  expect(await detail(author)).toMatchObject({ payable: 1260, free: 1260, paid: 0 })
  expect(
    await market.sql`select payload ->> 'wallet' as wallet, payload ->> 'amount' as amount from chain.operations where key = ${`payout:${uid}`}`,
  ).toEqual([{ wallet: author.wallet, amount: '540' }])
  const tooMuch = await post(admin, `/admin/artists/${other.uid}/payouts`, { amount: 1 })
  expect(tooMuch.data.code).toBe('payout_exceeds_payable')
  expect((await statement(other))[0]).toEqual(['payout', -540])
  const { data } = await get<{ name: string }[]>(admin, `/admin/artists?search=${other.wallet.slice(2, 12)}`)
  expect(data).toMatchObject([{ name: other.name }])
})

test('a payout from before and since a project was shared comes back to where it came from', async () => {
  const project = await market.newProject({ price: 2000, supply: 5 })
  const [row] = await market.sql<{ wallet: string }[]>`
    select lower(author_wallet) as wallet from projects where id = ${project.id}`
  const [author, other] = [await newPerson('Coral', row?.wallet), await newPerson('Outra')]
  await buyFromWallet(market, await market.newFan(2000), project)
  const { data } = await setSplit(project, [author, other], [5000, 5000])
  for (const { fan } of [author, other]) await post(fan, `/studio/splits/${data.proposal?.uid}/agree`)
  await buyFromWallet(market, await market.newFan(2000), project)
  expect(await owed(project, [author, other])).toEqual([2700, 900])
  await market.sql`update mints set status_song = 'pending', played_at = now() where project_id = ${project.id}`
  await payOut(author, 1)
  market.ctx.pix.payOut = async () =>
    ({ status: 'refused', reason: 'conta encerrada', endToEndId: null }) as never
  const asked = await post<PayoutWire>(admin, `/admin/artists/${author.uid}/payouts`, { amount: 2500 })
  expect(asked.status).toBe(200)
  await runJobs(market)
  expect(await owed(project, [author, other])).toEqual([2699, 900])
})

describe('shares', () => {
  test('are given to somebody found by name or e-mail, artist or fan, by whoever writes shares', async () => {
    const drums = await newPerson('Zabumba Única')
    const fan = await market.newFan()
    await market.sql`update users set full_name = 'Xilofone Raro' where uid = ${fan.uid}`
    const find = (text: string, by = admin) =>
      market.call(by, `/admin/sharers?search=${encodeURIComponent(text)}`) as Promise<{
        status: number
        data: unknown[]
      }>
    expect((await find('zabumba unica')).data).toEqual([
      { name: 'Zabumba Única', wallet: drums.wallet, email: maskedEmail(drums.fan.email), isArtist: true },
    ])
    expect((await find(fan.email)).data).toEqual([
      { name: 'Xilofone Raro', wallet: fan.wallet, email: fan.email, isArtist: false },
    ])
    // Least rights: an e-mail is shown to whoever knows it, and in part to others.
    expect((await find('xilofone raro')).data).toEqual([
      { name: 'Xilofone Raro', wallet: fan.wallet, email: maskedEmail(fan.email), isArtist: false },
    ])
    expect((await find(fan.email.toUpperCase())).data).toMatchObject([{ email: fan.email }])
    await market.sql`update users set full_name = null, nickname = null, is_complete_profile = false where uid = ${fan.uid}`
    expect((await find(fan.email)).data).toMatchObject([{ name: fan.email }])
    // Nor is one guessed letter after letter.
    for (const part of [fan.email.slice(0, -1), fan.email.slice(1), fan.email.replace(/^.*@/, '')])
      expect((await find(part)).data).not.toContainEqual(expect.objectContaining({ wallet: fan.wallet }))
    expect((await find('x')).data).toEqual([])
    expect((await find('ninguém se chama assim')).data).toEqual([])
    expect((await find('zabumba', fan)).status).toBe(403)
  })

  test('are the operator’s to write until the project is published: then all who have one agree', async () => {
    const project = await market.newProject({ price: 2000, supply: 9, published: false })
    const [row] = await market.sql<{ wallet: string }[]>`
      select lower(author_wallet) as wallet from projects where id = ${project.id}`
    const author = await newPerson('Coral', row?.wallet)
    const [drums, bass] = [await newPerson('Bateria'), await newPerson('Baixo')]
    const all = [author, drums, bass]
    expect((await get(admin, `/admin/projects/${project.uid}/split`)).data).toMatchObject({
      isFixed: false,
      since: null,
      shares: [{ artist: author.uid, basisPoints: 10_000, hasAccount: true }],
    })
    expect((await setSplit(project, all, [5000, 2500, 2500])).data.proposal).toBeNull()
    expect((await setSplit(project, all, [6000, 2000, 2000])).data).toMatchObject({
      shares: [{ basisPoints: 6000 }, { basisPoints: 2000 }, { basisPoints: 2000 }],
    })
    const [deed] = await market.sql`
      select before, after from private.admin_actions where action = 'split.set' and subject = ${project.uid}
      order by id desc limit 1`
    const names = (shares: { name: string; basisPoints: number }[]) =>
      shares.map(({ name, basisPoints }) => [name, basisPoints])
    expect([names(deed?.before.shares), names(deed?.after.shares)]).toEqual([
      [
        ['Coral', 5000],
        ['Bateria', 2500],
        ['Baixo', 2500],
      ],
      [
        ['Coral', 6000],
        ['Bateria', 2000],
        ['Baixo', 2000],
      ],
    ])
    await publish(project)

    mails.length = 0
    const { data } = await setSplit(project, [author, drums], [5000, 5000])
    expect(data).toMatchObject({
      isFixed: true,
      proposal: { agreed: [] },
      shares: [{ basisPoints: 6000 }, {}, {}],
    })
    await runJobs(market)
    const told = mails.filter(({ subject }) => subject.includes('divisão')).map(({ to }) => to)
    expect(told.sort()).toEqual(all.map(({ fan }) => fan.email).sort())
    const uid = data.proposal?.uid
    const agree = ({ fan }: Person) => post(fan, `/studio/splits/${uid}/agree`)
    // The same again is the same; something else waits.
    expect((await setSplit(project, [author, drums], [5000, 5000])).data.proposal?.uid).toBe(uid)
    expect((await setSplit(project, all, [4000, 3000, 3000])).data.code).toBe('split_waiting')
    for (const person of [author, drums]) expect((await agree(person)).data.proposal?.uid).toBe(uid)
    await buyFromWallet(market, await market.newFan(2000), project)
    expect(await owed(project, all)).toEqual([1080, 360, 360])
    expect((await agree(await newPerson('Estranha'))).data.code).toBe('not_a_sharer')
    expect((await agree(bass)).data).toMatchObject({
      proposal: null,
      shares: [{ basisPoints: 5000 }, { basisPoints: 5000 }],
    })
    expect((await agree(bass)).status).toBe(200)
    // From now on; what was sold stays as it was shared.
    await buyFromWallet(market, await market.newFan(2000), project)
    expect(await owed(project, all)).toEqual([1080 + 900, 360 + 900, 360])
    expect((await post(author.fan, `/studio/splits/${uid}/decline`)).data.code).toBe('split_decided')
  })

  test('are proposed by one of them, declined by another, and taken back by the operator', async () => {
    const { project, people } = await shared([7000, 3000])
    const [author, other] = people as [Person, Person]
    const propose = (by: Person, shares: [Person, number][]) =>
      post(by.fan, `/studio/works/${project.uid}/split`, {
        shares: shares.map(([{ uid: artist }, basisPoints]) => ({ artist, basisPoints })),
      })
    const equal: [Person, number][] = [
      [author, 5000],
      [other, 5000],
    ]
    const first = await propose(other, equal)
    expect(first.data.proposal?.agreed).toEqual([other.uid])
    const declined = await post(author.fan, `/studio/splits/${first.data.proposal?.uid}/decline`)
    expect(declined.data).toMatchObject({
      proposal: null,
      shares: [{ basisPoints: 7000 }, { basisPoints: 3000 }],
    })
    expect((await post(other.fan, `/studio/splits/${first.data.proposal?.uid}/agree`)).data.code).toBe(
      'split_decided',
    )

    const second = await propose(author, equal)
    const withdraw = () => post(admin, `/admin/splits/${second.data.proposal?.uid}/withdraw`)
    expect((await withdraw()).data.proposal).toBeNull()
    expect((await withdraw()).status).toBe(200)
    const stranger = await newPerson('Estranha')
    expect((await propose(stranger, equal)).data.code).toBe('not_a_sharer')
    expect((await get<OwnSplitsWire>(other.fan, '/studio/splits')).data).toMatchObject({
      artist: other.uid,
      works: [{ project: { uid: project.uid }, proposal: null }],
    })
    expect((await market.call(await market.newFan(), '/studio/splits')).status).toBe(403)
  })

  test('are first proposed by the artist, before publication, and count once everybody named has agreed', async () => {
    const project = await market.newProject({ price: 2000, supply: 9, published: false })
    const [row] = await market.sql<{ wallet: string }[]>`
      select lower(author_wallet) as wallet from projects where id = ${project.id}`
    const author = await newPerson('Coral', row?.wallet)
    const drums = await newPerson('Bateria')
    const propose = (by: Person, artist: string) =>
      post(by.fan, `/studio/works/${project.uid}/split`, {
        shares: [
          { artist: author.uid, basisPoints: 6000 },
          { artist, basisPoints: 4000 },
        ],
      })
    const find = (email: string, by = author.fan) =>
      market.call(by, `/studio/sharers?email=${encodeURIComponent(email)}`)
    expect(await find(drums.fan.email.toUpperCase())).toMatchObject({
      data: { artist: drums.uid, name: 'Bateria' },
    })
    // Nobody is named who could not agree.
    const fan = await market.newFan()
    expect(await find(fan.email)).toMatchObject({ status: 409, data: { code: 'sharer_has_no_account' } })
    expect((await find(drums.fan.email, fan)).status).toBe(403)
    const [silent] = await market.sql<{ uid: string }[]>`
      insert into private.artists (wallet, name) values (${`0x${randomBytes(20).toString('hex')}`}, 'Calada')
      returning uid`
    expect((await propose(author, silent?.uid ?? '')).data.code).toBe('sharer_has_no_account')
    // A project on sale nowhere yet does not exist for others.
    expect((await propose(drums, drums.uid)).data.code).toBe('project_not_found')

    await runJobs(market)
    mails.length = 0
    const { data } = await propose(author, drums.uid)
    expect(data).toMatchObject({ isFixed: false, since: null, proposal: { agreed: [author.uid] } })
    await runJobs(market)
    const told = mails.filter(({ subject }) => subject.includes('divisão')).map(({ to }) => to)
    expect(told).toEqual([drums.fan.email])
    expect((await post(admin, `/projects/${project.uid}/publish`)).data.code).toBe('split_waiting')
    expect((await get<OwnSplitsWire>(drums.fan, '/studio/splits')).data.works).toMatchObject([
      { project: { uid: project.uid }, proposal: { uid: data.proposal?.uid } },
    ])
    const agreed = await post(drums.fan, `/studio/splits/${data.proposal?.uid}/agree`)
    expect(agreed.data).toMatchObject({
      proposal: null,
      shares: [{ basisPoints: 6000 }, { basisPoints: 4000 }],
    })
    expect((await post(admin, `/projects/${project.uid}/publish`)).status).toBe(200)
    await buyFromWallet(market, await market.newFan(2000), project)
    expect(await owed(project, [author, drums])).toEqual([1080, 720])
  })

  test('whoever proposed them hears who agreed, that they count and who declined, and may take them back', async () => {
    const { project, people } = await shared([6000, 2000, 2000])
    const [author, drums, bass] = people as [Person, Person, Person]
    const propose = async (shares: number[]) => {
      const given = people.map(({ uid: artist }, place) => ({ artist, basisPoints: shares[place] }))
      const { data } = await post(drums.fan, `/studio/works/${project.uid}/split`, { shares: given })
      expect(data.proposal?.proposer).toBe(drums.uid)
      return `/studio/splits/${data.proposal?.uid}`
    }
    const heard = async ({ fan }: Person) =>
      (await market.sql`select kind, data from notifications where user_id = ${fan.uid} order by id`).map(
        ({ kind, data }) => [kind, data.artist, data.project],
      )
    const first = await propose([5000, 3000, 2000])
    await post(author.fan, `${first}/agree`)
    await post(author.fan, `${first}/agree`)
    await post(bass.fan, `${first}/agree`)
    const second = await propose([4000, 4000, 2000])
    for (const _ of [1, 2]) expect((await post(bass.fan, `${second}/decline`)).status).toBe(200)
    const third = await propose([4000, 4000, 2000])
    for (const _ of [1, 2])
      expect((await post(drums.fan, `${third}/decline`)).data).toMatchObject({ proposal: null })
    expect((await post(bass.fan, `${third}/decline`)).data.code).toBe('split_decided')
    expect(
      await market.sql`select status from private.splits where project_id = ${project.id} order by id`,
    ).toEqual(['replaced', 'in_force', 'declined', 'withdrawn'].map((status) => ({ status })))
    expect(await heard(drums)).toEqual([
      ['split_agreed', 'Coral', 'Maré'],
      ['split_in_force', 'Pessoa 2', 'Maré'],
      ['split_declined', 'Pessoa 2', 'Maré'],
    ])
    const asked = (artist: string) => [1, 2, 3].map(() => ['split_proposed', artist, 'Maré'])
    expect([await heard(author), await heard(bass)]).toEqual([asked('Coral'), asked('Pessoa 2')])
    expect((await market.call(drums.fan, '/notifications')).data).toMatchObject({
      notifications: [
        { path: '/studio?tab=shares', message: expect.stringMatching(/^Pessoa 2 recusou a divisão/) },
        {},
        {},
      ],
    })
    // What is said of the operator's proposal is nobody's to hear of: all of them are asked.
    const { data } = await setSplit(project, people, [1000, 1000, 8000])
    expect(data.proposal?.proposer).toBeNull()
    await post(author.fan, `/studio/splits/${data.proposal?.uid}/decline`)
    expect((await heard(drums)).slice(3)).toEqual([['split_proposed', 'Pessoa 1', 'Maré']])
  })

  test('are taken by nobody who has not agreed, and may be declined by who would gain', async () => {
    const { project, people } = await shared([7000, 3000])
    const [author, other] = people as [Person, Person]
    const added = await newPerson('Nova')
    const { data } = await setSplit(project, [author, other, added], [6000, 2000, 2000])
    for (const { fan } of [author, other])
      expect((await post(fan, `/studio/splits/${data.proposal?.uid}/agree`)).data.proposal).not.toBeNull()
    const declined = await post(added.fan, `/studio/splits/${data.proposal?.uid}/decline`)
    expect(declined.data).toMatchObject({
      proposal: null,
      shares: [{ basisPoints: 7000 }, { basisPoints: 3000 }],
    })
  })

  test('of a closed work stay as they are, whoever would change them', async () => {
    const { project, people } = await shared([7000, 3000])
    const [author, other] = people as [Person, Person]
    const waiting = await shared([7000, 3000])
    const [proposer, asked] = waiting.people as [Person, Person]
    const swapped = [
      { artist: proposer.uid, basisPoints: 3000 },
      { artist: asked.uid, basisPoints: 7000 },
    ]
    const { data: proposed } = await post(proposer.fan, `/studio/works/${waiting.project.uid}/split`, {
      shares: swapped,
    })
    for (const { id } of [project, waiting.project])
      await market.sql`update projects set expired_at = now() where id = ${id}`
    const refused = { status: 409, data: { code: 'project_closed' } }
    expect(await post(asked.fan, `/studio/splits/${proposed.proposal?.uid}/agree`)).toMatchObject(refused)
    expect((await post(asked.fan, `/studio/splits/${proposed.proposal?.uid}/decline`)).status).toBe(200)
    expect(await setSplit(project, [author, other], [5000, 5000])).toMatchObject(refused)
    const shares = [{ artist: author.uid, basisPoints: 10_000 }]
    expect(await post(other.fan, `/studio/works/${project.uid}/split`, { shares })).toMatchObject(refused)
    const { data } = await get<OwnSplitsWire>(author.fan, '/studio/splits')
    expect(data.works).toMatchObject([
      { isClosed: true, shares: [{ basisPoints: 7000 }, { basisPoints: 3000 }] },
    ])
  })

  test('that do not add up, name somebody twice, or bear another’s wallet are refused', async () => {
    const project = await market.newProject({ published: false })
    const [one, two] = [await newPerson('Uma'), await newPerson('Duas')]
    for (const [people, shares] of [
      [
        [one, two],
        [5000, 4999],
      ],
      [
        [one, two],
        [5000, 5001],
      ],
      [
        [one, one],
        [5000, 5000],
      ],
    ] as const) {
      expect((await setSplit(project, [...people], [...shares])).data.code).toBe('shares_invalid')
    }
    expect((await setSplit(project, [one, two], [10_000, 0])).status).toBe(400)
    expect((await setSplit(project, [{ ...one, name: 'Outra' }], [10_000])).data.code).toBe(
      'wallet_of_another',
    )
    expect((await setSplit({ ...project, uid: crypto.randomUUID() }, [one], [10_000])).status).toBe(404)
    expect((await setSplit(project, [one], [10_000], await market.newFan())).status).toBe(403)
    const own = { ...one, name: 'Eu', wallet: admin.wallet }
    expect((await setSplit(project, [own], [10_000])).data.code).toBe('staff_is_no_artist')
    const unknown = { name: 'Nova', wallet: `0x${'aB'.repeat(20)}`, basisPoints: 10_000 }
    const set = await post(admin, `/admin/projects/${project.uid}/split`, { shares: [unknown] })
    expect(set.data.shares).toMatchObject([
      { name: 'Nova', wallet: `0x${'ab'.repeat(20)}`, hasAccount: false },
    ])
  })

  test('the database refuses what does not add up, what is changed afterwards, and what not all agreed to', async () => {
    const { project, people } = await shared([7000, 3000])
    const [author, other] = people as [Person, Person]
    const write = (shares: number[], more: (split: number) => Promise<unknown> = async () => undefined) =>
      market.sql.begin(async (tx) => {
        const [split] = await tx<{ id: number }[]>`
          insert into private.splits (project_id, proposed_by) values (${project.id}, ${admin.uid}) returning id`
        for (const [place, share] of shares.entries()) {
          await tx`
            insert into private.split_shares (split_id, artist_id, place, basis_points)
            values (${split?.id ?? 0}, ${people[place]?.id ?? 0}, ${place + 1}, ${share})`
        }
        await more(split?.id ?? 0)
        await tx`update private.splits set status = 'in_force' where id = ${split?.id ?? 0} and ${shares[0] === 5000}`
      })
    await expect(write([6000, 3000])).rejects.toMatchObject({ constraint_name: 'shares_add_up' })
    await expect(write([])).rejects.toMatchObject({ constraint_name: 'shares_add_up' })
    await expect(write([5000, 5000])).rejects.toMatchObject({ constraint_name: 'split_takes_everybody' })
    await expect(
      market.sql`update private.split_shares set basis_points = 1 where artist_id = ${other.id}`,
    ).rejects.toMatchObject({ constraint_name: 'shares_stay' })
    await expect(
      market.sql`delete from private.split_shares where artist_id = ${other.id}`,
    ).rejects.toMatchObject({ constraint_name: 'shares_stay' })
    await expect(
      market.sql`update private.splits set status = 'replaced', ended_at = now() where project_id = ${project.id}`,
    ).rejects.toMatchObject({ constraint_name: 'split_is_replaced' })
    const { data } = await setSplit(project, people, [4000, 6000])
    const consent = (artist: Person, user: Person) => market.sql`
      insert into private.split_consents (split_id, artist_id, user_id)
      select id, ${artist.id}, ${user.fan.uid} from private.splits where uid = ${data.proposal?.uid ?? ''}`
    await expect(consent(author, other)).rejects.toMatchObject({ constraint_name: 'consent_of_a_sharer' })
    const stranger = await newPerson('Estranha')
    await expect(consent(stranger, stranger)).rejects.toMatchObject({
      constraint_name: 'consent_of_a_sharer',
    })
  })
})

test('sales during a change are shared by the one before or the one after, and all add up', async () => {
  const { project, people } = await shared([9000, 1000], { price: 2000, supply: 40 })
  const [author, other] = people as [Person, Person]
  const fans = await Promise.all(Array.from({ length: 24 }, () => market.newFan(2000)))
  const { data } = await setSplit(project, people, [1000, 9000])
  await post(author.fan, `/studio/splits/${data.proposal?.uid}/agree`)
  const buy = (fan: TestFan) => post(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project.uid })
  const answers = await Promise.all([
    ...fans.slice(0, 12).map(buy),
    post(other.fan, `/studio/splits/${data.proposal?.uid}/agree`),
    ...fans.slice(12).map(buy),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200))
  const parts = await owed(project, people)
  expect(parts.reduce((all, one) => all + one, 0)).toBe(24 * 1800)
  const [counted] = await market.sql<{ before: number; after: number }[]>`
    select count(*) filter (where status = 'replaced')::integer as before,
      count(*) filter (where status = 'in_force')::integer as after
    from private.shared_sales join private.splits on splits.id = split_id where project_id = ${project.id}`
  expect(counted && counted.before + counted.after).toBe(24)
  expect(parts).toEqual([
    (counted?.before ?? 0) * 1620 + (counted?.after ?? 0) * 180,
    (counted?.before ?? 0) * 180 + (counted?.after ?? 0) * 1620,
  ])
  // Sales in which the card's webhook comes after the change belong to the one after.
  const late = await market.newFan()
  const asked = await post<{ payment: { uid: string } }>(late, '/buy-token', {
    paymentMethodId: 'pm_1',
    typeBuy: 'mint',
    UID: project.uid,
    amount: 2000,
  })
  await deliver(market, cardEvent({ payment: asked.data.payment.uid, total: totalOf(2000) }))
  await runJobs(market)
  expect(await owed(project, people)).toEqual([(parts[0] ?? 0) + 180, (parts[1] ?? 0) + 1620])
})
