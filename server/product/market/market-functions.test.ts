/** Each function of the market, called directly: bids, settlement, the public log and the counts beside them. */
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { REGRET_MEMORY_DAYS } from '#domain/cooling-off.ts'
import { ROOM_SECONDS, TURN_SECONDS } from '#domain/opening.ts'
import type { Tx } from '../../platform/db/sql.ts'
import { answerOf, refused, testFunctions } from '../../testing/function-cases.ts'
import { createMarket, type Market, type TestFan, type TestProject } from '../../testing/market.ts'
import { account } from '../ledger/ledger.ts'

type Auction = TestProject & { holders: TestFan[] }

/** Centavos. */
const [ANAS, BIAS] = [3000, 4000]

let market: Market
/** Two units, whose holders have an hour; Ana and Bia bid, Caio does not. */
let auction: Auction
/** Two units, nobody bids. */
let quiet: Auction
/** Three units of R$ 20 that nobody has bought. */
let lot: TestProject
let ana: TestFan
let bia: TestFan
let caio: TestFan
beforeAll(async () => {
  market = await createMarket()
  ;[auction, quiet] = [await market.newAuction({ units: 2 }), await market.newAuction({ units: 2 })]
  ;[ana, bia, caio] = [await market.newFan(10_000), await market.newFan(10_000), await market.newFan(10_000)]
  lot = await market.newProject({ price: 2000, supply: 3 })
  expect((await market.bid(ana, auction, ANAS)).status).toBe(200)
  expect((await market.bid(bia, auction, BIAS)).status).toBe(200)
})
afterAll(async () => {
  await market.expectHealthy()
  await market.close()
})

async function expectSound(tx: Tx): Promise<void> {
  for (const view of ['ledger.faults', 'market.faults'])
    expect(await tx.unsafe(`select * from ${view}`)).toEqual([])
}
const stateOf = async (tx: Tx, { id }: TestProject) => {
  const [row] = await tx<
    {
      length: number
      head: string
      bids: number
      standing: number
      winners: number
      unsold: number
      waiting: number
      sales: number
      undone: number
    }[]
  >`
    select log_length as length, encode(log_head, 'hex') as head, bids, standing, winners, unsold, waiting, sales, undone
    from market.state where project_id = ${id}`
  if (!row) throw new Error('no state')
  return row
}
const logOf = async (tx: Tx, { id }: TestProject) =>
  (await tx<{ body: string }[]>`select body from market.log where project_id = ${id} order by seq`).map(
    ({ body }) => JSON.parse(body) as Record<string, unknown>,
  )
const lastKinds = async (tx: Tx, project: TestProject, count: number) =>
  (await logOf(tx, project)).slice(-count).map(({ kind }) => kind)
const bidOf = (tx: Tx, { uid }: TestFan) =>
  answerOf<number>(tx`select id from bids where user_id = ${uid} order by id desc limit 1`)
const statusOf = (tx: Tx, { uid }: TestFan) =>
  answerOf<string>(tx`select status from bids where user_id = ${uid} order by id desc limit 1`)
const unitOf = (tx: Tx, { id }: TestProject, number: number) =>
  answerOf<number>(tx`select id from units where project_id = ${id} and number = ${number}`)
const newestToken = (tx: Tx, { uid }: TestFan) =>
  answerOf<string>(tx`select status from mints where user_id = ${uid} order by id desc limit 1`)
const balanceOf = (tx: Tx, code: string) =>
  answerOf<number>(tx`select balance from ledger.accounts where code = ${code}`)
const toldTo = async (tx: Tx, { uid }: TestFan) =>
  (await tx<{ kind: string }[]>`select kind from notifications where user_id = ${uid} order by id`).map(
    ({ kind }) => kind,
  )
const opensIn = (tx: Tx, when: string) =>
  tx`update projects set opens_at = clock_timestamp() + ${when}::text::interval where id = ${lot.id}`
const operations = (tx: Tx, kind: string) =>
  answerOf<number>(tx`select count(*) from chain.operations where kind = ${kind}`)

/** Ends the windows of the first so many units at this instant, the first unit first. */
const endWindows = (tx: Tx, { id }: TestProject, units = 1) => tx`
  with instant as materialized (select clock_timestamp() as at)
  update mints set will_expire_at = at - make_interval(secs => 1e-3 * (10 - number))
  from units, instant
  where units.mint_id = mints.id and mints.project_id = ${id} and number <= ${units}`
const settle = (tx: Tx, { id }: TestProject) =>
  answerOf<number>(tx`select market.settle(array[${id}::bigint])`)
const pauseNow = (tx: Tx, { id }: TestProject) => tx`update projects set paused_at = now() where id = ${id}`
/** A unit of `project` that nobody holds, as settlement would leave it; resolves with the token that ended. */
async function free(tx: Tx, project: TestProject, number = 1): Promise<number> {
  const mint = await answerOf<number>(tx`
    update mints set status = 'expired', ended_at = now(), will_expire_at = now()
    where id = (select mint_id from units where project_id = ${project.id} and number = ${number}) returning id`)
  await tx`update units set mint_id = null, freed_at = now() where project_id = ${project.id} and number = ${number}`
  return mint
}

/** Makes a fan's account act for the author of a project. */
const payFor = (tx: Tx, { id }: TestProject, { uid }: TestFan) => tx`
  insert into private.artist_accounts (artist_id, user_id)
  select artist_id, ${uid} from private.sharers(${id})`

/** A unit of the lot that `fan` has paid for and gives away; resolves with the gift. */
async function giftOf(tx: Tx, fan: TestFan, unit: number): Promise<number> {
  const payment = await cardOrder(tx, fan, unit)
  const gift = await answerOf<number>(tx`
    insert into private.gifts (payment_id, giver, project_id) values (${payment}, ${fan.uid}, ${lot.id}) returning id`)
  await tx`select market.sell_paid(${payment})`
  return gift
}
const giftStatus = (tx: Tx, { uid }: TestFan) =>
  answerOf<string>(tx`select status from private.gifts where giver = ${uid} order by id desc limit 1`)

type Request = {
  fan?: string
  project?: string
  amount?: number
  key?: string | null
  hash?: string
} & Record<string, unknown>
const requests = (tx: Tx, list: Request[]) =>
  tx.json(
    list.map((request, ordinal) => ({
      ordinal,
      fan: caio.uid,
      project: auction.uid,
      amount: 5000,
      key: null,
      hash: 'hash',
      ...request,
    })) as never,
  )
type Answer = { ordinal: number; refusal: string | null; language: string; answer: { uid: string } | null }
const placeBids = (tx: Tx, list: Request[]) =>
  tx<Answer[]>`select * from market.place_bids(${requests(tx, list)})`
type Verdict = {
  refusal: string | null
  replay: unknown
  payment_id: number | null
  bid_id: number | null
  amount: number
}
const judge = (tx: Tx, list: Request[]) =>
  tx<Verdict[]>`
    select refusal, replay, payment_id, bid_id, amount
    from unnest(market.judge_bids(${requests(tx, list)}, clock_timestamp()))`
const refusalOf = async (tx: Tx, request: Request = {}) => (await judge(tx, [request]))[0]?.refusal
/** Judged and kept for the functions that take what was accepted. */
const keepVerdicts = (tx: Tx, list: Request[]) => tx`
  create temporary table verdicts on commit drop as
  select market.judge_bids(${requests(tx, list)}, clock_timestamp()) as accepted`
const placeAccepted = (tx: Tx) => tx`select market.place_accepted(accepted, clock_timestamp()) from verdicts`
const recordBids = (tx: Tx) => tx`select market.record_bids(accepted, null, clock_timestamp()) from verdicts`

const awardTo = (tx: Tx, project: number, unit: number, bid: number, mint: number | null) => tx`
  select market.award(
    array[row(${project}::bigint, ${unit}::bigint, ${bid}::bigint, ${mint}::bigint, now())::market.award],
    clock_timestamp())`
const endings = (tx: Tx, project: TestProject, units: number) => tx`
  select array_agg(row(project_id, id, mint_id, null, now(), number)::market.ending order by number) as ends
  from units where project_id = ${project.id} and number <= ${units}`
const purchases = (tx: Tx, fans: TestFan[], rest: object = {}) =>
  tx.json(
    fans.map(({ uid }, ordinal) => ({ ordinal, fan: uid, project: lot.uid, key: null, hash: '', ...rest })),
  )
const buyUnits = (tx: Tx, fans: TestFan[], rest: object = {}) => tx<
  { refusal: string | null; answer: object }[]
>`
  select refusal, answer from market.buy_units(${purchases(tx, fans, rest)}) order by ordinal`
const unitsOfLot = (tx: Tx) => tx<{ number: number; owner: string }[]>`
  select number, user_id as owner from units join mints on mints.id = mint_id
  where units.project_id = ${lot.id} order by number`
/** Buyers judged, and kept for the functions that take them. */
const keepBuyers = (tx: Tx, fans: TestFan[]) => tx`
  create temporary table buyers on commit drop as
  select market.judge_purchases(${purchases(tx, fans)}, clock_timestamp()) as all`
const taken = (tx: Tx) => tx<{ fan: string; unit_number: number; platform_share: number }[]>`
  select sale.* from buyers, unnest(market.take_units(buyers.all, clock_timestamp())) sale`
const cardOrder = (tx: Tx, { uid }: TestFan, unit: number | null) =>
  answerOf<number>(tx`
    with payment as (
      insert into payments (user_id, project_id, flow, method, amount, status)
      values (${uid}, ${lot.id}, 'mint', 'card', 2000, 'succeded')
      returning id
    ),
    reserved as (
      update units set reserved_by = payment.id, reserved_until = now() + interval '1 minute'
      from payment where project_id = ${lot.id} and number = ${unit}
    )
    select id from payment`)
type Words = Record<string, string | number | null>
const TEXTS = new Set(['refusal', 'language', 'alias', 'edition', 'wallet', 'key', 'request_hash'])
const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
const entry = (tx: Tx, list: { project: TestProject; kind: string; body: string }[]) => tx`
  select market.append(array(
    select row(project, kind, body)::market.entry
    from jsonb_to_recordset(${tx.json(list.map(({ project, ...rest }) => ({ project: project.id, ...rest })))})
      as entry (project bigint, kind text, body text)))`

testFunctions('market', () => market.sql, {
  follow_project: {
    async normal(tx) {
      const [row] = await tx`select closes_at = expired_at as same, closed_at from market.state
        join projects on projects.id = project_id where project_id = ${auction.id}`
      expect(row).toEqual({ same: true, closed_at: null })
    },
    async repeated(tx) {
      await tx`update market.state set closed_at = now() where project_id = ${quiet.id}`
      await tx`update projects set expired_at = expired_at + interval '1 day' where id = ${quiet.id}`
      const [row] = await tx`select closes_at = expired_at as same, closed_at from market.state
        join projects on projects.id = project_id where project_id = ${quiet.id}`
      expect(row).toEqual({ same: true, closed_at: null })
    },
  },
  lock: {
    async normal(tx) {
      await tx`select market.lock(array[${auction.id}::bigint])`
      const elsewhere = market.sql`select from market.state where project_id = ${auction.id} for update nowait`
      await expect(elsewhere).rejects.toMatchObject({ code: '55P03' })
      await market.sql`select from market.state where project_id = ${quiet.id} for update nowait`
    },
    async edge(tx) {
      await tx`select market.lock('{}')`
      await tx`select market.lock(array[-1::bigint])`
      await market.sql`select from market.state for update nowait`
    },
  },
  alias: {
    async normal(tx) {
      const alias = (salt: string) =>
        answerOf<string>(tx`select market.alias(${salt}::uuid, ${ana.uid}::uuid)`)
      const [one, other] = [randomUUID(), randomUUID()]
      expect(await alias(one)).toMatch(/^[0-9a-f]{12}$/)
      expect(await alias(one)).toBe(await alias(one))
      expect(await alias(one)).not.toBe(await alias(other))
    },
  },
  instant: {
    async normal(tx) {
      await tx`set local timezone = 'America/Sao_Paulo'`
      expect(await answerOf(tx`select market.instant('2026-01-02 03:04:05.000006+00')`)).toBe(
        '2026-01-02T03:04:05.000006Z',
      )
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.instant(null)`)).toBeNull()
    },
  },
  next_hash: {
    async normal(tx) {
      const head = Buffer.alloc(32)
      const hashed = answerOf(tx`select encode(market.next_hash(null, ${head}, 'até'), 'hex')`)
      expect(await hashed).toBe(sha256(head, 'até'))
    },
    async edge(tx) {
      const [hash, head] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
      const hashed = answerOf(tx`select encode(market.next_hash(${hash}, ${head}, 'b'), 'hex')`)
      expect(await hashed).toBe(sha256(hash, 'b'))
    },
  },
  chain: {
    async normal(tx) {
      const head = Buffer.alloc(32)
      const hashed = answerOf(tx`
        select encode(market.chain(${head}, line order by place), 'hex') from (values (1, 'a'), (2, 'b')) lines (place, line)`)
      expect(await hashed).toBe(sha256(Buffer.from(sha256(head, 'a'), 'hex'), 'b'))
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.chain(''::bytea, 'a') where false`)).toBeNull()
    },
  },
  append: {
    async normal(tx) {
      const before = await stateOf(tx, auction)
      await entry(tx, [{ project: auction, kind: 'note', body: '"a":1' }])
      const { length, head } = await stateOf(tx, auction)
      const line = `{"seq":${before.length + 1},"kind":"note","a":1}`
      expect(length).toBe(before.length + 1)
      expect(head).toBe(sha256(Buffer.from(before.head, 'hex'), line))
      expect((await logOf(tx, auction)).at(-1)).toEqual({ seq: length, kind: 'note', a: 1 })
      await expectSound(tx)
    },
    async repeated(tx) {
      const before = await stateOf(tx, auction)
      const kinds = ['bid', 'bid', 'bid', 'sale', 'release']
      await entry(
        tx,
        kinds.map((kind) => ({ project: auction, kind, body: '"a":1' })),
      )
      await entry(
        tx,
        kinds.map((kind) => ({ project: auction, kind, body: '"a":1' })),
      )
      expect(await stateOf(tx, auction)).toMatchObject({
        length: before.length + 10,
        bids: before.bids + 6,
        winners: before.winners + 2,
        standing: before.standing + 2,
      })
    },
    async edge(tx) {
      const lengths = async () => [(await stateOf(tx, auction)).length, (await stateOf(tx, quiet)).length]
      const [one = 0, other = 0] = await lengths()
      await entry(tx, [])
      expect(await lengths()).toEqual([one, other])
      // Two projects in one list have numbers of their own.
      await entry(
        tx,
        [auction, quiet, auction].map((project) => ({ project, kind: 'note', body: '"a":1' })),
      )
      expect(await lengths()).toEqual([one + 2, other + 1])
    },
  },
  count_fewer: {
    async normal(tx) {
      await tx`select market.count_fewer(array[${auction.id}::bigint], array[${ANAS}::bigint])`
      const [row] = await tx`select sum(standing)::int as standing from market.standing_counts
        where project_id = ${auction.id} and level = 10`
      expect(row).toEqual({ standing: 1 })
    },
    async refused(tx) {
      const twice = (t: Tx) =>
        t`select market.count_fewer(array[${auction.id}, ${auction.id}]::bigint[], array[${ANAS}, ${ANAS}]::bigint[])`
      await refused(tx, twice, { code: '23514' })
    },
    async edge(tx) {
      await tx`select market.count_fewer('{}', '{}')`
      await expectSound(tx)
    },
  },
  position: {
    async normal(tx) {
      const ranks = tx`select market.position(${auction.id}, amount) as rank from unnest(array[${ANAS}, ${BIAS}]::bigint[]) amount`
      expect(await ranks).toEqual([{ rank: 2 }, { rank: 1 }])
    },
    async edge(tx) {
      // Around every border of the buckets the same as counting one by one.
      const amounts = [3071, 3072, 4096, 65_535, 65_536, 131_072]
      const fans = await Promise.all(amounts.map((amount) => market.newFan(amount)))
      await placeBids(
        tx,
        amounts.map((amount, place) => ({ fan: fans[place]?.uid ?? '', amount })),
      )
      const asked = [1, ANAS, BIAS, ...amounts].flatMap((amount) => [amount - 1, amount, amount + 1])
      const differing = await tx`
        select asked.amount from unnest(${asked}::bigint[]) asked (amount)
        where market.position(${auction.id}, asked.amount)
          <> 1 + (select count(*) from bids where project_id = ${auction.id} and bids.amount > asked.amount)`
      expect(differing).toEqual([])
      expect(await answerOf(tx`select market.position(${auction.id}, 1)`)).toBe(3 + amounts.length)
    },
  },
  crown: {
    async normal(tx) {
      await tx`update bids set led = false where project_id = ${auction.id}`
      await tx`select market.crown(array[${auction.id}::bigint])`
      expect(await tx`select amount from bids where project_id = ${auction.id} and led`).toEqual([
        { amount: BIAS },
      ])
    },
    async repeated(tx) {
      await tx`update bids set led = true where project_id = ${auction.id}`
      await tx`select market.crown(array[${auction.id}, ${quiet.id}]::bigint[])`
      // Whoever has led before stays known for it.
      expect(await tx`select from bids where project_id = ${auction.id} and led`).toHaveLength(2)
    },
  },
  place_bids: {
    async normal(tx) {
      expect(await placeBids(tx, [{}])).toEqual([
        {
          ordinal: 0,
          refusal: null,
          language: 'pt',
          answer: { uid: expect.any(String), status: 'succeded', flow: 'bid', amount: 5000, fee: 0 },
        },
      ])
      expect(await balanceOf(tx, account.held(caio.uid))).toBe(5000)
      expect(await lastKinds(tx, auction, 1)).toEqual(['bid'])
      await expectSound(tx)
    },
    async refused(tx) {
      const before = await stateOf(tx, auction)
      const answers = await placeBids(tx, [{ amount: 1999 }, { fan: ana.uid }, { project: randomUUID() }])
      expect(answers.map(({ refusal }) => refusal)).toEqual([
        'bid_below_price',
        'bid_already_active',
        'project_not_found',
      ])
      expect(await stateOf(tx, auction)).toEqual(before)
    },
    async repeated(tx) {
      const [first] = await placeBids(tx, [{ key: 'again' }])
      expect(await placeBids(tx, [{ key: 'again' }])).toEqual([first])
      const others = await placeBids(tx, [
        { key: 'again', amount: 5001 },
        { key: 'again', project: lot.uid },
        { key: 'again', project: randomUUID() },
      ])
      expect(others.map(({ refusal }) => refusal)).toEqual(['key_reused', 'key_reused', 'key_reused'])
      expect(await tx`select from bids where user_id = ${caio.uid}`).toHaveLength(1)
    },
    async edge(tx) {
      expect(await placeBids(tx, [])).toEqual([])
      expect(await placeBids(tx, [{ unpaid: true, amount: 99_000 }])).toMatchObject([
        { refusal: null, answer: null },
      ])
      // A unit that waits goes to the first bid that comes.
      await free(tx, quiet)
      await placeBids(tx, [{ project: quiet.uid }])
      expect([await statusOf(tx, caio), await newestToken(tx, caio)]).toEqual(['winner', 'pending'])
      expect(await lastKinds(tx, quiet, 2)).toEqual(['bid', 'sale'])
    },
  },
  settle_up_to_now: {
    async normal(tx) {
      await endWindows(tx, auction)
      const at = await answerOf<Date>(tx`select market.settle_up_to_now(array[${auction.id}::bigint])`)
      expect(await statusOf(tx, bia)).toBe('winner')
      expect(
        await tx`select from mints where project_id = ${auction.id} and status = 'minted' and will_expire_at <= ${at}`,
      ).toEqual([])
      await expectSound(tx)
    },
    async repeated(tx) {
      const before = await stateOf(tx, auction)
      await tx`select market.settle_up_to_now(array[${auction.id}::bigint])`
      expect(await stateOf(tx, auction)).toEqual(before)
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.settle_up_to_now('{}')`)).toBeInstanceOf(Date)
    },
  },
  new_verdict: {
    async normal(tx) {
      const [row] = await tx`
        select proargnames as taken, (
          select array_agg(attname::text order by attnum) from pg_attribute
          where attrelid = 'market.verdict'::regclass and attnum > 0 and not attisdropped
        ) as kept
        from pg_proc where oid = 'market.new_verdict'::regproc`
      expect(row?.taken).toEqual(row?.kept)
      const names: string[] = row?.kept
      const given = names.map((name, place) =>
        TEXTS.has(name) ? `${name} => 'v${place}'` : `${name} => null`,
      )
      const [verdict] = await tx.unsafe(`select (market.new_verdict(${given.join(', ')})).*`)
      expect(verdict).toEqual(
        Object.fromEntries(names.map((name, place) => [name, TEXTS.has(name) ? `v${place}` : null])),
      )
    },
  },
  judge_bids: {
    async normal(tx) {
      const before = await stateOf(tx, auction)
      const [verdict] = await judge(tx, [{}])
      expect(verdict).toEqual({
        refusal: null,
        replay: null,
        payment_id: expect.any(Number),
        bid_id: expect.any(Number),
        amount: 5000,
      })
      expect(await stateOf(tx, auction)).toEqual(before)
      expect(await tx`select from bids where user_id = ${caio.uid}`).toEqual([])
    },
    async refused(tx) {
      const holder = auction.holders[0]?.uid as string
      expect(await refusalOf(tx, { fan: randomUUID() })).toBe('unauthenticated')
      expect(await refusalOf(tx, { session: randomUUID(), level: 'aal1' })).toBe('unauthenticated')
      expect(await refusalOf(tx, { project: randomUUID() })).toBe('project_not_found')
      expect(await refusalOf(tx, { fan: holder })).toBe('already_owned')
      expect(await refusalOf(tx, { amount: 1999 })).toBe('bid_below_price')
      expect(await refusalOf(tx, { amount: 10_001 })).toBe('bid_exceeds_balance')
      expect(await refusalOf(tx, { amount: BIAS })).toBe('bid_amount_taken')
      expect(await refusalOf(tx, { fan: ana.uid })).toBe('bid_already_active')
      const after = async (change: string) => {
        let found: string | null | undefined
        await tx
          .savepoint(async (t) => {
            await t.unsafe(change)
            found = await refusalOf(t)
            throw new Error('undone')
          })
          .catch((fault: Error) => expect(fault.message).toBe('undone'))
        return found
      }
      const project = (change: string) => after(`update projects set ${change} where id = ${auction.id}`)
      const fan = (change: string) => after(`update users set ${change} where uid = '${caio.uid}'`)
      expect(await project('paused_at = now()')).toBe('project_paused')
      expect(await project('expired_at = now()')).toBe('project_closed')
      expect(await project('is_active = false')).toBe('project_not_published')
      expect(await fan('is_active = false')).toBe('account_inactive')
      expect(await fan('is_complete_profile = false')).toBe('profile_incomplete')
      expect(await after(`insert into units (project_id, number) values (${auction.id}, 3)`)).toBe(
        'first_lot_open',
      )
      expect(
        await after(`insert into payments (user_id, project_id, flow, method, amount)
          values ('${caio.uid}', ${auction.id}, 'bid', 'card', 5000)`),
      ).toBe('bid_already_active')
    },
    async repeated(tx) {
      await placeBids(tx, [{ key: 'again' }])
      const [again] = await judge(tx, [{ key: 'again' }])
      expect(again).toMatchObject({ refusal: null, replay: { amount: 5000 }, bid_id: null })
      expect(await refusalOf(tx, { key: 'again', amount: 5001 })).toBe('key_reused')
      // Keys that the version before accepted, and those of other calls.
      await tx`
        insert into private.idempotency_keys (user_id, key, request_hash, status, body)
        values (${caio.uid}, 'before', 'h', 200, '{"amount": 4000}'), (${caio.uid}, 'elsewhere', 'h', null, null)`
      const [before] = await judge(tx, [{ key: 'before', hash: 'h' }])
      expect(before).toMatchObject({ refusal: null, replay: { amount: 4000 }, bid_id: null })
      expect(await refusalOf(tx, { key: 'before', hash: 'another' })).toBe('key_reused')
      expect(await refusalOf(tx, { key: 'elsewhere', hash: 'another' })).toBe('key_reused')
    },
    async edge(tx) {
      expect(await judge(tx, [])).toEqual([])
      expect(await judge(tx, [{ unpaid: true, amount: 99_000 }])).toMatchObject([
        { refusal: null, bid_id: null },
      ])
      // Exactly the price, and exactly all there is.
      expect(await refusalOf(tx, { amount: 2000 })).toBeNull()
      expect(await refusalOf(tx, { amount: 10_000 })).toBeNull()
    },
  },
  refuse_or_replay: {
    async normal(tx) {
      await placeBids(tx, [{ key: 'again' }])
      const list = [{ key: 'again' }, { fan: ana.uid, amount: 6000 }, { project: randomUUID() }]
      expect(
        await tx`
          select ordinal, refusal, replay is not null as known
          from market.refuse_or_replay(${requests(tx, list)}, clock_timestamp()) order by ordinal`,
      ).toEqual([
        { ordinal: 0, refusal: null, known: true },
        { ordinal: 1, refusal: 'bid_already_active', known: false },
        { ordinal: 2, refusal: 'project_not_found', known: false },
      ])
    },
    // Were it called, each bid of a call would pay for it: what is planned must be its body.
    async edge(tx) {
      const plan = await tx`
        explain (costs off) select from market.refuse_or_replay(${requests(tx, [{}])}, now())`
      const lines = plan.map((row) => row['QUERY PLAN'] as string).join('\n')
      expect(lines).toContain('Function Scan on jsonb_to_recordset')
      expect(lines.match(/Function Scan/g)).toHaveLength(1)
    },
  },
  refusal_of_caller: {
    async normal(tx) {
      const judged = (active: boolean | null, complete: boolean | null) =>
        answerOf(tx`select market.refusal_of_caller(${caio.uid}, null, null, ${active}, ${complete}, now())`)
      expect(await judged(true, true)).toBeNull()
      expect(await judged(true, false)).toBe('profile_incomplete')
      expect(await judged(false, false)).toBe('account_inactive')
      expect(await judged(null, null)).toBe('unauthenticated')
    },
  },
  refusal_of_project: {
    async normal(tx) {
      const judged = (project: number | null, isActive = true, closes = '1 hour') =>
        answerOf(
          tx`select market.refusal_of_project(${project}, ${isActive}, now() + ${closes}::interval, null, now())`,
        )
      expect(await judged(auction.id)).toBeNull()
      expect(await judged(auction.id, true, '0 seconds')).toBe('project_closed')
      expect(await judged(auction.id, false)).toBe('project_not_published')
      expect(await judged(null)).toBe('project_not_found')
    },
  },
  refusal_of_offer: {
    async normal(tx) {
      const judged = ({ uid }: TestFan, offer: number, balance: number | null = 10_000) =>
        answerOf(tx`select market.refusal_of_offer(${uid}, ${auction.id}, 2000, ${offer}, ${balance}, false)`)
      expect(await judged(caio, 10_000)).toBeNull()
      expect(await judged(caio, 10_001)).toBe('bid_exceeds_balance')
      expect(await judged(caio, 10_001, null)).toBeNull()
      expect(await judged(caio, BIAS)).toBe('bid_amount_taken')
      expect(await judged(ana, 6000)).toBe('bid_already_active')
    },
  },
  place_accepted: {
    async normal(tx) {
      await keepVerdicts(tx, [{ key: 'new' }])
      await placeAccepted(tx)
      const [bid] = await tx`
        select bids.status, bids.amount, led, payments.method, payments.status as payment, holds.status as hold
        from bids join payments on payments.id = payment_id join ledger.holds on holds.id = 'bid:' || bids.id
        where bids.user_id = ${caio.uid}`
      const facts = {
        status: 'pending',
        amount: 5000,
        led: true,
        method: 'balance',
        payment: 'succeded',
        hold: 'held',
      }
      expect(bid).toEqual(facts)
      expect(
        await tx`
        select from payments where user_id = ${caio.uid} and uid = private.uid_of_key(user_id, 'new')`,
      ).toHaveLength(1)
    },
    async refused(tx) {
      await keepVerdicts(tx, [{ amount: 9000 }])
      const out = [
        {
          id: 'test:out',
          kind: 'test',
          debit: account.available(caio.uid),
          credit: account.revenue,
          amount: 1001,
        },
      ]
      await tx`select ledger.post(${tx.json(out)})`
      await refused(tx, placeAccepted, { constraint_name: 'no_overdraft' })
    },
    async repeated(tx) {
      await keepVerdicts(tx, [{}])
      await placeAccepted(tx)
      await refused(tx, placeAccepted, { code: '23505' })
    },
    async edge(tx) {
      // Of several in one call only those that beat all before them have led.
      const [one, two] = [await market.newFan(9000), await market.newFan(9000)]
      await keepVerdicts(tx, [
        { amount: 6000 },
        { fan: one.uid, amount: 5000 },
        { fan: two.uid, amount: 7000 },
      ])
      await placeAccepted(tx)
      expect(await tx`select amount from bids where led and amount > ${BIAS} order by id`).toEqual([
        { amount: 6000 },
        { amount: 7000 },
      ])
    },
  },
  buy_units: {
    async normal(tx) {
      const [payable, revenue] = [account.payable(lot.uid), account.revenue]
      const before = await balanceOf(tx, revenue)
      const bought = await buyUnits(tx, [caio, ana])
      expect(bought.map(({ refusal }) => refusal)).toEqual([null, null])
      expect(bought[0]?.answer).toMatchObject({ status: 'succeded', flow: 'mint', amount: 2000, fee: 0 })
      expect(await unitsOfLot(tx)).toEqual([
        { number: 1, owner: caio.uid },
        { number: 2, owner: ana.uid },
      ])
      expect([await balanceOf(tx, payable), (await balanceOf(tx, revenue)) - before]).toEqual([3600, 400])
      expect(await stateOf(tx, lot)).toMatchObject({ unsold: 1, waiting: 0 })
      await expectSound(tx)
    },
    async refused(tx) {
      const refusals = async (project: object) => {
        await tx`update projects set ${tx(project)} where id = ${lot.id}`
        const [one] = await buyUnits(tx, [caio])
        await tx`update projects set is_active = true, paused_at = null, fiat_price = 2000 where id = ${lot.id}`
        return one?.refusal
      }
      expect(await refusals({ is_active: false })).toBe('project_not_published')
      expect(await refusals({ paused_at: new Date() })).toBe('project_paused')
      expect(await refusals({ fiat_price: 10_001 })).toBe('insufficient_balance')
      expect((await buyUnits(tx, [caio], { project: randomUUID() }))[0]?.refusal).toBe('project_not_found')
      expect(await unitsOfLot(tx)).toEqual([])
    },
    async repeated(tx) {
      const key = { key: 'again', hash: 'one' }
      const [first] = await buyUnits(tx, [caio], key)
      expect(await buyUnits(tx, [caio], key)).toEqual([first])
      const tip = { amount: 500, words: 'Valeu!' }
      const gift = { email: 'bia@tune.test', words: '' }
      for (const other of [{ project: auction.uid }, { project: randomUUID() }, { tip }, { gift }]) {
        expect((await buyUnits(tx, [caio], { ...key, ...other }))[0]?.refusal).toBe('key_reused')
      }
      await tx`
        insert into private.idempotency_keys (user_id, key, request_hash, status, body)
        values (${bia.uid}, 'before', 'h', 200, '{"amount": 1500}')`
      const [before] = await buyUnits(tx, [bia], { key: 'before', hash: 'h' })
      expect(before).toMatchObject({ refusal: null, answer: { amount: 1500 } })
      expect((await buyUnits(tx, [bia], { key: 'before', hash: 'other' }))[0]?.refusal).toBe('key_reused')
      expect((await buyUnits(tx, [caio]))[0]?.refusal).toBe('already_owned')
      expect(await unitsOfLot(tx)).toHaveLength(1)
    },
    async edge(tx) {
      // Two units are left for three buyers: the last to come is told so, and pays nothing.
      await cardOrder(tx, auction.holders[0] as TestFan, 2)
      const bought = await buyUnits(tx, [caio, ana, bia])
      expect(bought.map(({ refusal }) => refusal)).toEqual([null, null, 'sold_out'])
      expect((await unitsOfLot(tx)).map(({ number }) => number)).toEqual([1, 3])
      expect(await tx`select from payments where user_id = ${bia.uid} and flow = 'mint'`).toHaveLength(0)
      await expectSound(tx)
    },
  },
  judge_purchases: {
    async normal(tx) {
      await keepBuyers(tx, [caio])
      const [verdict] = await tx`select v.* from buyers, unnest(buyers.all) v`
      expect(verdict).toMatchObject({ refusal: null, amount: 2000, payment_id: expect.any(Number) })
      expect(await tx`select from payments where user_id = ${caio.uid} and flow = 'mint'`).toHaveLength(0)
    },
  },
  refusal_of_purchase: {
    async normal(tx) {
      const judged = (balance: number, at: string | null = null) =>
        answerOf(tx`
          select market.refusal_of_purchase(
            ${caio.uid}, id, is_active, expired_at, paused_at, opens_at, 2000, ${balance},
            coalesce(${at}::timestamptz, clock_timestamp()), null
          ) from projects where id = ${lot.id}`)
      expect(await judged(2000)).toBeNull()
      expect(await judged(1999)).toBe('insufficient_balance')
      expect(await judged(-1)).toBe('wallet_overdrawn')
      expect(await judged(2000, '2100-01-01')).toBe('project_closed')
    },
    async edge(tx) {
      for (const unit of [1, 2]) await cardOrder(tx, ana, unit)
      const refusalFor = ({ uid }: TestFan) =>
        answerOf(tx`
          select market.refusal_of_purchase(${uid}, ${lot.id}, true, 'infinity', null, null, 2000, 2000, clock_timestamp(), null)`)
      expect(await refusalFor(caio)).toBeNull()
      await cardOrder(tx, ana, 3)
      // What somebody else has set aside is not free; one's own is.
      expect([await refusalFor(caio), await refusalFor(ana)]).toEqual(['sold_out', null])
    },
  },
  is_purchase: {
    async normal(tx) {
      const tip = { amount: 500, words: 'Valeu!' }
      const gift = { email: 'bia@tune.test', words: 'é tua' }
      await buyUnits(tx, [caio], { key: 'tipped', tip })
      await buyUnits(tx, [ana], { key: 'given', gift })
      const is = (key: string, order: { gift?: Words; tip?: Words }, project = lot.id) =>
        answerOf(tx`
          select market.is_purchase(payments, ${project}, ${tx.json(order.gift ?? null)}, ${tx.json(order.tip ?? null)})
          from payments where uid in (private.uid_of_key(${caio.uid}, ${key}), private.uid_of_key(${ana.uid}, ${key}))`)
      expect(await is('tipped', { tip })).toBe(true)
      expect(await is('given', { gift })).toBe(true)
      const others = [
        is('tipped', {}),
        is('tipped', { tip: { ...tip, amount: 501 } }),
        is('tipped', { tip: { ...tip, words: '' } }),
        is('tipped', { tip, gift }),
        is('tipped', { tip }, auction.id),
        is('given', {}),
        is('given', { gift: { ...gift, words: '' } }),
        is('given', { gift: { ...gift, email: 'caio@tune.test' } }),
        is('given', { gift: { ...gift, email: null } }),
      ]
      expect(new Set(await Promise.all(others))).toEqual(new Set([false]))
    },
    async edge(tx) {
      const gift = { email: 'bia@tune.test', words: '' }
      const key = { key: 'given', gift }
      const [first] = await buyUnits(tx, [ana], key)
      await tx`
        select market.return_gifts(array(select id from private.gifts where giver = ${ana.uid} and status = 'waiting'), 'taken_back')`
      // Its address is forgotten by then.
      expect(await buyUnits(tx, [ana], key)).toEqual([first])
      expect((await buyUnits(tx, [ana], { key: 'given', gift: { ...gift, words: 'x' } }))[0]?.refusal).toBe(
        'key_reused',
      )
    },
  },
  enter_room: {
    async normal(tx) {
      await opensIn(tx, '5 minutes')
      expect(await answerOf(tx`select market.enter_room(${lot.id}, ${ana.uid})`)).toBe(true)
      expect(await answerOf(tx`select count(*)::int from private.waiting_room`)).toBe(1)
    },
    async refused(tx) {
      for (const when of ['16 minutes', '-1 second']) {
        await opensIn(tx, when)
        expect(await answerOf(tx`select market.enter_room(${lot.id}, ${ana.uid})`)).toBe(false)
      }
      expect(await answerOf(tx`select market.enter_room(${quiet.id}, ${ana.uid})`)).toBe(false)
    },
    async repeated(tx) {
      await opensIn(tx, '5 minutes')
      for (const _ of [1, 2]) await tx`select market.enter_room(${lot.id}, ${ana.uid})`
      expect(await answerOf(tx`select count(*)::int from private.waiting_room`)).toBe(1)
    },
  },
  draw_orders: {
    async normal(tx) {
      await opensIn(tx, '5 minutes')
      for (const fan of [ana, bia, caio]) await tx`select market.enter_room(${lot.id}, ${fan.uid})`
      await tx`select market.draw_orders(array[${lot.id}::bigint])`
      expect(await tx`select from private.openings`).toEqual([])
      await opensIn(tx, '-1 second')
      await tx`select market.draw_orders(array[${lot.id}::bigint, ${quiet.id}::bigint])`
      expect(await tx`select people, units from private.openings`).toEqual([{ people: 3, units: 3 }])
      expect(await tx`select place from private.waiting_room order by place`).toEqual([
        { place: 1 },
        { place: 2 },
        { place: 3 },
      ])
    },
    async repeated(tx) {
      await opensIn(tx, '5 minutes')
      for (const fan of [ana, bia, caio]) await tx`select market.enter_room(${lot.id}, ${fan.uid})`
      await opensIn(tx, '-1 second')
      const places = () => tx`select user_id, place from private.waiting_room order by place`
      await tx`select market.draw_orders(array[${lot.id}::bigint])`
      const first = [...(await places())]
      await tx`select market.draw_orders(array[${lot.id}::bigint])`
      expect([...(await places())]).toEqual(first)
    },
  },
  call_turns: {
    async normal(tx) {
      await opensIn(tx, '5 minutes')
      for (const fan of [ana, bia, caio]) await tx`select market.enter_room(${lot.id}, ${fan.uid})`
      const call = (most: number) => answerOf(tx`select market.call_turns(${most}, clock_timestamp())`)
      expect(await call(10)).toBe(0)
      await opensIn(tx, '-1 second')
      // Three units: everybody's turn begins at once.
      expect([await call(2), await call(2)]).toEqual([2, 1])
      expect(await tx`select from notifications where kind = 'turn_came'`).toHaveLength(3)
    },
    async refused(tx) {
      await opensIn(tx, '5 minutes')
      for (const fan of [ana, bia, caio]) await tx`select market.enter_room(${lot.id}, ${fan.uid})`
      await opensIn(tx, '-1 second')
      await tx`update users set is_active = false where uid = ${ana.uid}`
      await buyUnits(tx, [caio])
      // Who is gone and who has bought are not called.
      expect(await answerOf(tx`select market.call_turns(10, clock_timestamp())`)).toBe(1)
    },
    async repeated(tx) {
      await opensIn(tx, '5 minutes')
      await tx`select market.enter_room(${lot.id}, ${ana.uid})`
      await opensIn(tx, '-1 second')
      for (const called of [1, 0])
        expect(await answerOf(tx`select market.call_turns(10, clock_timestamp())`)).toBe(called)
    },
  },
  took_at_opening: {
    async normal(tx) {
      const took = ({ uid }: TestFan) => answerOf(tx`select market.took_at_opening(${lot.id}, ${uid})`)
      await opensIn(tx, '-1 second')
      await tx`insert into private.openings values (${lot.id}, now(), 4, 2)`
      await tx`insert into private.waiting_room (project_id, user_id, place) values (${lot.id}, ${caio.uid}, 1)`
      expect(await took(caio)).toBe(false)
      await buyUnits(tx, [caio])
      expect([await took(caio), await took(ana)]).toEqual([true, false])
      await opensIn(tx, '-2 minutes')
      expect(await took(caio)).toBe(false)
    },
  },
  share_sales: {
    async normal(tx) {
      await shareLot(tx)
      await buyUnits(tx, [caio])
      expect(await sharesOfLot(tx)).toEqual([0, 900, 900])
      await expectSound(tx)
    },
    async edge(tx) {
      await buyUnits(tx, [caio])
      expect(await sharesOfLot(tx)).toEqual([1800])
      expect(await tx`select from private.shared_sales`).toHaveLength(0)
    },
  },
  gather_shares: {
    async normal(tx) {
      await shareLot(tx)
      await buyUnits(tx, [caio])
      await tx`select market.gather_shares(uid, 'x:1', 1001, false) from mints where user_id = ${caio.uid}`
      expect(await sharesOfLot(tx)).toEqual([1001, 399, 400])
    },
    async repeated(tx) {
      await shareLot(tx)
      await buyUnits(tx, [caio])
      for (const _ of [1, 2])
        await tx`select market.gather_shares(uid, 'x:1', 100, false) from mints where user_id = ${caio.uid}`
      expect(await sharesOfLot(tx)).toEqual([100, 850, 850])
    },
    async refused(tx) {
      await shareLot(tx)
      await buyUnits(tx, [caio])
      await spendShares(tx)
      await refused(
        tx,
        (inner) =>
          inner`select market.gather_shares(uid, 'x:1', 1800, false) from mints where user_id = ${caio.uid}`,
        { constraint_name: 'no_overdraft' },
      )
      // Only what is at hand.
      await tx`select market.gather_shares(uid, 'x:1', 900, true) from mints where user_id = ${caio.uid}`
      expect(await sharesOfLot(tx)).toEqual([900, 0, 0])
    },
  },
  holders_of: {
    async normal(tx) {
      const held = () => answerOf<number>(tx`select market.holders_of(${lot.id})`)
      expect(await held()).toBe(0)
      await buyUnits(tx, [ana])
      await giftOf(tx, caio, 2)
      expect(await held()).toBe(1)
    },
  },
  sales_of: {
    async normal(tx) {
      await buyUnits(tx, [ana])
      await buyUnits(tx, [bia])
      const counts = async () => (await tx`select * from market.sales_of(${lot.id})`)[0]
      expect(await counts()).toEqual({ sales: 2, undone: 0, refunded: 0 })
      await tx`update mints set status = 'expired', minted_at = now(), ended_at = now(), regretted_at = now()
        where user_id = ${ana.uid} and project_id = ${lot.id}`
      await tx`
        insert into private.refunds (payment_id, user_id, amount, destination, reason, despite_play, from_sale)
        select payment_id, user_id, 500, 'wallet', 'eco no áudio', true, true
        from mints where project_id = ${lot.id}`
      // What was taken back is not counted again as paid back.
      expect(await counts()).toEqual({ sales: 1, undone: 1, refunded: 1 })
    },
    async edge(tx) {
      await buyUnits(tx, [ana])
      // Refused by the chain.
      await tx`
        update mints set status = 'expired', ended_at = now(), minted_at = null where user_id = ${ana.uid} and project_id = ${lot.id}`
      expect(await tx`select * from market.sales_of(${lot.id})`).toEqual([
        { sales: 0, undone: 0, refunded: 0 },
      ])
    },
  },
  paid_of: {
    async normal(tx) {
      const payment = await cardOrder(tx, ana, 1)
      await tx`update payments set amount = 2500, tip = 500, fee = 139 where id = ${payment}`
      const paid = await answerOf(tx`select market.paid_of(payments) from payments where id = ${payment}`)
      expect(paid).toMatchObject({ paid: 2639, tip: 500, fee: 139, method: 'card' })
    },
    async edge(tx) {
      const payment = await answerOf<number>(tx`
        insert into payments (user_id, flow, method, amount, status, created_at)
        values (${ana.uid}, 'balance', 'pix', 2000, 'pending', now() - interval '2 hours')
        returning id`)
      const paidAt = async (id: number) => {
        const [row] = await tx`
          select (market.paid_of(payments) ->> 'paidAt')::timestamptz as said, created_at as made,
            (select at from private.payment_states where payment_id = payments.id and status = 'succeded') as paid
          from payments where id = ${id}`
        return row
      }
      const asked = await paidAt(payment)
      expect(asked?.said).toEqual(asked?.made)
      await tx`update payments set status = 'succeded' where id = ${payment}`
      const paid = await paidAt(payment)
      expect(paid?.said).toEqual(paid?.paid)
      expect(paid?.said).not.toEqual(paid?.made)
    },
  },
  returnable: {
    async normal(tx) {
      await buyUnits(tx, [ana])
      await shareLot(tx)
      await buyUnits(tx, [caio])
      const returnable = ({ uid }: TestFan) =>
        answerOf(
          tx`select market.returnable(uid)::integer from mints where user_id = ${uid} and project_id = ${lot.id}`,
        )
      expect([await returnable(ana), await returnable(caio)]).toEqual([1800, 1800])
      await spendShares(tx)
      expect([await returnable(ana), await returnable(caio)]).toEqual([1800, 900])
    },
  },
  turn_of: {
    async normal(tx) {
      await opensIn(tx, '5 minutes')
      for (const fan of [ana, bia]) await tx`select market.enter_room(${lot.id}, ${fan.uid})`
      await opensIn(tx, '-1 second')
      await tx`insert into private.openings values (${lot.id}, now(), 2, 1)`
      await tx`update private.waiting_room set place = case when user_id = ${ana.uid} then 1 else 2 end`
      const [turns] = await tx`
        select extract(epoch from market.turn_of(id, ${ana.uid}) - opens_at)::int as ana,
          extract(epoch from market.turn_of(id, ${bia.uid}) - opens_at)::int as bia,
          extract(epoch from market.turn_of(id, ${caio.uid}) - opens_at)::int as caio
        from projects where id = ${lot.id}`
      expect(turns).toEqual({ ana: 0, bia: TURN_SECONDS, caio: 2 * TURN_SECONDS })
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.turn_of(${lot.id}, ${ana.uid})`)).toBeNull()
      await opensIn(tx, '-1 second')
      expect(
        await answerOf(
          tx`select market.turn_of(id, ${ana.uid}) = opens_at from projects where id = ${lot.id}`,
        ),
      ).toBe(true)
    },
  },
  regrets_of: {
    async normal(tx) {
      const regretted = (fan: TestFan) => tx`select from market.regrets_of(${auction.id}, ${fan.uid}, now())`
      expect(await regretted(caio)).toHaveLength(0)
      await tx`
        update mints set status = 'expired', ended_at = now(),
          regretted_at = now() - make_interval(days => ${REGRET_MEMORY_DAYS - 1})
        where project_id = ${auction.id}`
      const [holder] = await tx<
        [{ fan: string }]
      >`select user_id as fan from mints where project_id = ${auction.id} limit 1`
      const since = (days: number) =>
        tx`
          select from market.regrets_of(${auction.id}, ${holder.fan}, now() + make_interval(days => ${days}))`
      expect([(await since(0)).length, (await since(2)).length]).toEqual([1, 0])
    },
  },
  unit_left: {
    async normal(tx) {
      const left = () => tx`select from market.unit_left(${lot.id}, ${caio.uid}, clock_timestamp())`
      expect(await left()).toHaveLength(1)
      for (const unit of [1, 2, 3]) await cardOrder(tx, ana, unit)
      expect(await left()).toHaveLength(0)
    },
    async edge(tx) {
      const left = (at: string) =>
        tx`select from market.unit_left(${lot.id}, ${caio.uid}, ${at}::text::timestamptz)`
      for (const unit of [1, 2, 3]) await cardOrder(tx, unit === 2 ? caio : ana, unit)
      expect(await left('now')).toHaveLength(1)
      await tx`update units set reserved_by = null, reserved_until = null where project_id = ${lot.id} and number = 2`
      await tx`update units set first_sold_at = now() where project_id = ${lot.id} and number = 2`
      // Nothing set aside lasts for ever.
      expect([(await left('now')).length, (await left('2100-01-01')).length]).toEqual([0, 1])
    },
  },
  take_units: {
    async normal(tx) {
      await keepBuyers(tx, [caio, ana])
      expect(await taken(tx)).toMatchObject([
        { fan: caio.uid, unit_number: 1, platform_share: 200 },
        { fan: ana.uid, unit_number: 2, platform_share: 200 },
      ])
      expect(await unitsOfLot(tx)).toEqual([])
    },
    async edge(tx) {
      for (const unit of [1, 2, 3]) await cardOrder(tx, unit === 2 ? caio : ana, unit)
      await keepBuyers(tx, [caio])
      // An earlier attempt's unit is free for the same fan.
      expect(await taken(tx)).toMatchObject([{ fan: caio.uid, unit_number: 2 }])
    },
  },
  sell_paid: {
    async normal(tx) {
      await cardOrder(tx, ana, 1)
      const payment = await cardOrder(tx, caio, 2)
      expect(await answerOf(tx`select market.sell_paid(${payment})`)).toEqual(expect.any(Number))
      expect(await unitsOfLot(tx)).toEqual([{ number: 2, owner: caio.uid }])
      await expectSound(tx)
    },
    async edge(tx) {
      // Its reservation is over, and everything else is taken: its own unit is still there.
      for (const unit of [1, 3]) await cardOrder(tx, ana, unit)
      const payment = await cardOrder(tx, caio, 2)
      await tx`update units set reserved_until = now() - interval '1 second' where project_id = ${lot.id} and number = 2`
      expect(await answerOf(tx`select market.sell_paid(${payment})`)).toEqual(expect.any(Number))
      const late = await cardOrder(tx, bia, null)
      expect(await answerOf(tx`select market.sell_paid(${late})`)).toBeNull()
      expect(await unitsOfLot(tx)).toEqual([{ number: 2, owner: caio.uid }])
    },
  },
  sell_units: {
    async normal(tx) {
      const payment = await cardOrder(tx, caio, 3)
      await tx`select market.sell_paid(${payment})`
      expect(await balanceOf(tx, account.available(caio.uid))).toBe(8000)
      const [sale] =
        await tx`select payload from chain.operations where kind = 'sell_unit' order by id desc limit 1`
      expect(sale?.payload).toMatchObject({
        unit: 3,
        amount: 2000,
        wallet: caio.wallet,
        shares: [{ amount: 1800 }, { amount: 200 }],
      })
    },
    async refused(tx) {
      await tx`update projects set contract_address = null, is_active = false where id = ${lot.id}`
      const payment = await cardOrder(tx, caio, 3)
      await refused(tx, (inner) => inner`select market.sell_paid(${payment})`, { code: 'P0001' })
    },
  },
  enqueue_sales: {
    async normal(tx) {
      const before = await operations(tx, 'sell_unit')
      await buyUnits(tx, [caio, ana])
      expect((await operations(tx, 'sell_unit')) - before).toBe(2)
    },
  },
  payment_answer: {
    async normal(tx) {
      const uid = randomUUID()
      expect(await answerOf(tx`select market.payment_answer(${uid}, 'bid', 2000)`)).toEqual({
        uid,
        status: 'succeded',
        flow: 'bid',
        amount: 2000,
        fee: 0,
      })
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.payment_answer(null, 'bid', 2000)`)).toBeNull()
    },
  },
  award_waiting: {
    async normal(tx) {
      await free(tx, quiet, 2)
      await keepVerdicts(tx, [{ project: quiet.uid }])
      const awards =
        await tx`select unit_id, ended_mint from verdicts, unnest(market.award_waiting(accepted))`
      expect(awards).toEqual([{ unit_id: await unitOf(tx, quiet, 2), ended_mint: null }])
    },
    async edge(tx) {
      await keepVerdicts(tx, [{}])
      expect(await answerOf(tx`select market.award_waiting(accepted) from verdicts`)).toBeNull()
      await tx`drop table verdicts`
      // Two units, the second free for longer, and three bids: the first two of them, in their order.
      await free(tx, quiet, 1)
      await free(tx, quiet, 2)
      await tx`update units set freed_at = freed_at - interval '1 minute' where project_id = ${quiet.id} and number = 2`
      await keepVerdicts(
        tx,
        [caio, ana, bia].map(({ uid }, place) => ({ fan: uid, project: quiet.uid, amount: 2000 + place })),
      )
      const units = await tx`select unit_id from verdicts, unnest(market.award_waiting(accepted))`
      expect(units).toEqual([
        { unit_id: await unitOf(tx, quiet, 2) },
        { unit_id: await unitOf(tx, quiet, 1) },
      ])
    },
  },
  record_bids: {
    async normal(tx) {
      const before = await stateOf(tx, auction)
      await keepVerdicts(tx, [{}])
      await placeAccepted(tx)
      await recordBids(tx)
      const after = await stateOf(tx, auction)
      expect(after).toMatchObject({
        length: before.length + 1,
        bids: before.bids + 1,
        standing: before.standing + 1,
      })
      const payload = await answerOf<{ bids: unknown[]; log: unknown }>(tx`
        select payload from chain.operations where key = ${`bids:${await bidOf(tx, caio)}`}`)
      expect(payload.bids).toMatchObject([{ amount: 5000, wallet: caio.wallet }])
      expect(payload.log).toEqual({ length: after.length, head: after.head })
      await expectSound(tx)
    },
    async repeated(tx) {
      await keepVerdicts(tx, [{}])
      await placeAccepted(tx)
      await recordBids(tx)
      await refused(tx, recordBids, { constraint_name: 'operations_key_key' })
    },
  },
  sale_body: {
    async normal(tx) {
      const unit = await unitOf(tx, auction, 2)
      const body = answerOf<string>(tx`
        select market.sale_body(${unit}, '2026-01-01 00:00:00+00', 7, 2500, '2026-01-01 00:00:01+00')`)
      expect(JSON.parse(`{${await body}}`)).toEqual({
        at: '2026-01-01T00:00:01.000000Z',
        unit: 2,
        freed: '2026-01-01T00:00:00.000000Z',
        bid: 7,
        amount: 2500,
      })
    },
    async edge(tx) {
      // The clock has stepped back: a sale is never before the unit came free.
      const body = answerOf<string>(tx`
        select market.sale_body(-1, '2026-01-01 00:00:09+00', 7, 2500, '2026-01-01 00:00:01+00')`)
      expect(await body).toContain('"at":"2026-01-01T00:00:09.000000Z"')
    },
  },
  award: {
    async normal(tx) {
      const [payable, revenue] = [account.payable(auction.uid), account.revenue]
      const before = [await balanceOf(tx, payable), await balanceOf(tx, revenue)]
      const mint = await free(tx, auction)
      await awardTo(tx, auction.id, await unitOf(tx, auction, 1), await bidOf(tx, bia), mint)
      expect([await statusOf(tx, bia), await newestToken(tx, bia)]).toEqual(['winner', 'pending'])
      const after = [await balanceOf(tx, payable), await balanceOf(tx, revenue)]
      expect(after.map((balance, place) => balance - (before[place] as number))).toEqual([3600, 400])
      expect(await toldTo(tx, bia)).toContain('won')
      // Who leads now is known to have led.
      expect(await tx`select led from bids where user_id = ${ana.uid}`).toEqual([{ led: true }])
    },
    async refused(tx) {
      const mint = await free(tx, auction)
      const [unit, bid] = [await unitOf(tx, auction, 1), await bidOf(tx, bia)]
      await tx`select market.release(array[${bid}::bigint], 'pending-cancel', 'closed')`
      await refused(tx, (t) => awardTo(t, auction.id, unit, bid, mint), { code: 'P0L03' })
    },
    async repeated(tx) {
      const mint = await free(tx, auction)
      const [unit, bid] = [await unitOf(tx, auction, 1), await bidOf(tx, bia)]
      await awardTo(tx, auction.id, unit, bid, mint)
      await refused(tx, (t) => awardTo(t, auction.id, unit, bid, mint), { code: '23505' })
    },
  },
  anchor: {
    async normal(tx) {
      await tx`select market.anchor(array[${auction.id}, ${quiet.id}]::bigint[], 'test')`
      const { length, head } = await stateOf(tx, auction)
      const payload = answerOf<{ log: unknown }>(tx`
        select payload from chain.operations where key = ${`anchor:${auction.id}:${length}:test`}`)
      expect((await payload).log).toEqual({ length, head })
    },
    async repeated(tx) {
      const anchor = (t: Tx) => t`select market.anchor(array[${auction.id}::bigint], 'test')`
      await anchor(tx)
      await refused(tx, anchor, { constraint_name: 'operations_key_key' })
    },
    async edge(tx) {
      const before = await operations(tx, 'anchor_log')
      await tx`select market.anchor('{}', 'test')`
      expect(await operations(tx, 'anchor_log')).toBe(before)
    },
  },
  release: {
    async normal(tx) {
      const bid = await bidOf(tx, ana)
      expect(
        await answerOf(tx`select market.release(array[${bid}::bigint], 'pending-cancel', 'closed')`),
      ).toBe(1)
      expect([await statusOf(tx, ana), await balanceOf(tx, account.available(ana.uid))]).toEqual([
        'pending-cancel',
        10_000,
      ])
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ kind: 'release', bid, why: 'closed' })
      expect(await toldTo(tx, ana)).toContain('bid_released')
      await expectSound(tx)
    },
    async refused(tx) {
      const bid = await bidOf(tx, ana)
      const release = (t: Tx) => t`select market.release(array[${bid}::bigint], 'winner', 'no')`
      // Nothing that competes ends as a winner here: its hold is voided, and that is a fault.
      await tx
        .savepoint(async (t) => {
          await release(t)
          expect(await t`select fault from market.faults`).toContainEqual({
            fault: 'a winner whose hold is not posted',
          })
          throw new Error('undone')
        })
        .catch((fault: Error) => expect(fault.message).toBe('undone'))
      await refused(tx, (t) => t`select market.release(array[${bid}::bigint], 'cancelled', 'no')`, {
        code: 'P0T01',
      })
    },
    async repeated(tx) {
      const release = async () =>
        answerOf(
          tx`select market.release(array[${await bidOf(tx, ana)}::bigint], 'pending-cancel', 'closed')`,
        )
      await release()
      expect(await release()).toBe(0)
      expect(await balanceOf(tx, account.available(ana.uid))).toBe(10_000)
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.release('{}', 'pending-cancel', 'closed')`)).toBe(0)
      // The chain would not record it: the payment says so too.
      const bid = await bidOf(tx, ana)
      await tx`select market.release(array[${bid}::bigint], 'failed', 'the chain refused')`
      const [payment] =
        await tx`select payments.status, failure from payments join bids on payment_id = payments.id where bids.id = ${bid}`
      expect(payment).toEqual({ status: 'failed-bided', failure: 'the chain refused' })
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ kind: 'release', why: 'failed' })
      await expectSound(tx)
    },
  },
  settle: {
    async normal(tx) {
      await endWindows(tx, auction)
      expect(await settle(tx, auction)).toBe(1)
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['pending', 'winner'])
      expect(await newestToken(tx, auction.holders[0] as TestFan)).toBe('solded')
      await expectSound(tx)
    },
    async repeated(tx) {
      await endWindows(tx, auction)
      await settle(tx, auction)
      const before = await stateOf(tx, auction)
      expect(await settle(tx, auction)).toBe(0)
      expect(await stateOf(tx, auction)).toEqual(before)
    },
    async refused(tx) {
      // A paused project sells nothing, and an auction without bids gives nothing away.
      await pauseNow(tx, auction)
      await endWindows(tx, auction)
      await endWindows(tx, quiet)
      expect([await settle(tx, auction), await settle(tx, quiet)]).toEqual([1, 1])
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['pending', 'pending'])
      expect([await lastKinds(tx, auction, 1), await lastKinds(tx, quiet, 1)]).toEqual([['free'], ['free']])
      await expectSound(tx)
    },
    async edge(tx) {
      // The project ends with one window after it and one before: only the one before finds the bids that stood.
      await endWindows(tx, auction, 2)
      await tx`update projects set expired_at = (
        select will_expire_at from mints join units on units.mint_id = mints.id
        where units.project_id = ${auction.id} and number = 2) where id = ${auction.id}`
      expect(await settle(tx, auction)).toBe(2)
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['pending', 'winner'])
      expect(await settle(tx, auction)).toBe(2)
      expect(await statusOf(tx, ana)).toBe('pending-cancel')
      expect(await settle(tx, auction)).toBe(0)
      await expectSound(tx)
    },
  },
  turn_time: {
    async normal(tx) {
      expect(await answerOf(tx`select extract(epoch from market.turn_time())::integer`)).toBe(TURN_SECONDS)
    },
  },
  lock_all_of: {
    async normal(tx) {
      const giver = await market.newFan(2000)
      const work = await market.newProject({ price: 2000 })
      const gift = { email: null, words: '' }
      await market.call(giver, '/buy-token-balance', { typeBuy: 'mint', UID: work.uid, gift })
      const bidder = await market.newFan(5000)
      const sold = await market.newAuction({ price: 2000 })
      await market.bid(bidder, sold, 2500)
      for (const [fan, { id }] of [
        [giver, work],
        [bidder, sold],
      ] as const) {
        await tx`select market.lock_all_of(${fan.uid})`
        const elsewhere = market.sql`select from market.state where project_id = ${id} for update nowait`
        await expect(elsewhere).rejects.toMatchObject({ code: '55P03' })
      }
      await market.sql`select from market.state where project_id = ${quiet.id} for update nowait`
    },
  },
  room_time: {
    async normal(tx) {
      expect(await answerOf(tx`select extract(epoch from market.room_time())::integer`)).toBe(ROOM_SECONDS)
    },
  },
  waiting_units: {
    async normal(tx) {
      await free(tx, auction)
      await tx`update market.state set unsettled = true where project_id = ${auction.id}`
      const units = tx`select unit_id, place from unnest(market.waiting_units(array[${auction.id}::bigint], now()))`
      expect(await units).toEqual([{ unit_id: await unitOf(tx, auction, 1), place: 1 }])
    },
    async edge(tx) {
      const waiting = (project: TestProject) =>
        answerOf(tx`select market.waiting_units(array[${project.id}::bigint], now())`)
      await free(tx, auction)
      await free(tx, quiet)
      expect(await waiting(auction)).toBeNull()
      await tx`update market.state set unsettled = true`
      expect(await waiting(quiet)).toBeNull()
      await pauseNow(tx, auction)
      expect(await waiting(auction)).toBeNull()
    },
  },
  holds_token: {
    async normal(tx) {
      const [holder] = auction.holders
      const holds = (fan: TestFan | undefined) =>
        answerOf(tx`select market.holds_token(${auction.id}, ${fan?.uid ?? ''}::uuid)`)
      expect([await holds(holder), await holds(ana)]).toEqual([true, false])
      await endWindows(tx, auction)
      await settle(tx, auction)
      expect([await holds(holder), await holds(bia)]).toEqual([false, true])
    },
  },
  pair: {
    async normal(tx) {
      const bids = tx`select bid_id from (${endings(tx, auction, 2)}) given, unnest(market.pair(ends))`
      expect(await bids).toEqual([{ bid_id: await bidOf(tx, bia) }, { bid_id: await bidOf(tx, ana) }])
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.pair('{}')`)).toBeNull()
      // Whoever holds a token of the project gets no second one.
      await endWindows(tx, auction, 1)
      await settle(tx, auction)
      const left = tx`select bid_id from (${endings(tx, auction, 2)}) given, unnest(market.pair(ends))`
      expect(await left).toEqual([{ bid_id: await bidOf(tx, ana) }])
      expect(await answerOf(tx`select market.pair(ends) from (${endings(tx, quiet, 2)}) given`)).toBeNull()
    },
  },
  record_ends: {
    async normal(tx) {
      const [holder] = auction.holders as [TestFan]
      await tx`
        select market.record_ends(
          array[row(${auction.id}::bigint, ${await unitOf(tx, auction, 1)}::bigint, null, ${holder.uid}::uuid, now(), 1)::market.ending],
          null, clock_timestamp())`
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ kind: 'free', unit: 1 })
      expect(await toldTo(tx, holder)).toContain('access_ended')
    },
    async edge(tx) {
      const [unit, bid] = [await unitOf(tx, auction, 1), await bidOf(tx, bia)]
      await tx`
        select market.record_ends(
          array[row(${auction.id}::bigint, ${unit}::bigint, null, null, now(), 1)::market.ending],
          array[row(${auction.id}::bigint, ${unit}::bigint, ${bid}::bigint, null, now())::market.award], clock_timestamp())`
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ kind: 'sale', bid, amount: BIAS })
    },
  },
  due: {
    async normal(tx) {
      await endWindows(tx, quiet)
      expect(await answerOf(tx`select market.due(10)`)).toEqual([quiet.id])
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.due(10)`)).toEqual([])
      await endWindows(tx, quiet, 2)
      await tx`update mints set will_expire_at = will_expire_at - interval '1 hour' where project_id = ${quiet.id}`
      await endWindows(tx, auction)
      await tx`update market.state set unsettled = true where project_id = ${auction.id}`
      // The longest overdue first, each once.
      expect(await answerOf(tx`select market.due(10)`)).toEqual([quiet.id, auction.id])
    },
  },
  until_due: {
    async normal(tx) {
      const ms = await answerOf<number>(tx`select market.until_due()`)
      expect(ms).toBeGreaterThan(0)
      expect(ms).toBeLessThanOrEqual(3_600_000)
    },
    async edge(tx) {
      await endWindows(tx, auction)
      expect(await answerOf<number>(tx`select market.until_due()`)).toBeLessThan(0)
      await tx`update mints set status = 'expired', ended_at = now() where status = 'minted'`
      await tx`update market.state set closed_at = now()`
      expect(await answerOf(tx`select market.until_due()`)).toBeNull()
    },
  },
  release_bids_of: {
    async normal(tx) {
      expect(await answerOf(tx`select market.release_bids_of(${ana.uid}, 'deactivated')`)).toBe(1)
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['pending-cancel', 'pending'])
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ why: 'deactivated' })
      await expectSound(tx)
    },
    async repeated(tx) {
      await tx`select market.release_bids_of(${ana.uid}, 'deactivated')`
      expect(await answerOf(tx`select market.release_bids_of(${ana.uid}, 'deactivated')`)).toBe(0)
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.release_bids_of(${caio.uid}, 'deactivated')`)).toBe(0)
    },
  },
  parts_of: {
    async normal(tx) {
      expect(await tx`select from market.parts_of(${auction.id}, ${ana.uid})`).toHaveLength(0)
      await payFor(tx, auction, ana)
      expect(await tx`select from market.parts_of(${auction.id}, ${ana.uid})`).toHaveLength(1)
      expect(await tx`select from market.parts_of(${quiet.id}, ${ana.uid})`).toHaveLength(0)
    },
  },
  lock_works_of: {
    async normal(tx) {
      const [author] = await tx<{ id: number }[]>`
        select artists.id from private.artists join projects on artists.wallet = lower(author_wallet)
        where projects.id = ${auction.id}`
      const works = () => answerOf(tx`select market.lock_works_of(${author?.id ?? 0})::float8[]`)
      expect(await works()).toEqual([auction.id])
      await tx`update market.state set closed_at = now() where project_id = ${auction.id}`
      expect(await works()).toEqual([])
    },
  },
  release_own_work: {
    async normal(tx) {
      await payFor(tx, auction, ana)
      expect(await answerOf(tx`select market.release_own_work(array[${auction.id}::bigint])`)).toBe(1)
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['pending-cancel', 'pending'])
      expect((await logOf(tx, auction)).at(-1)).toMatchObject({ why: 'own_work' })
      await expectSound(tx)
    },
    async repeated(tx) {
      await payFor(tx, auction, ana)
      await tx`select market.release_own_work(array[${auction.id}::bigint])`
      expect(await answerOf(tx`select market.release_own_work(array[${auction.id}::bigint])`)).toBe(0)
    },
    async edge(tx) {
      expect(await answerOf(tx`select market.release_own_work(array[${auction.id}::bigint])`)).toBe(0)
      expect(await answerOf(tx`select market.release_own_work('{}')`)).toBe(0)
    },
  },
  set_aside: {
    async normal(tx) {
      await giftOf(tx, caio, 1)
      expect(await giftStatus(tx, caio)).toBe('waiting')
      expect(await balanceOf(tx, account.held(caio.uid))).toBe(2000)
      expect(await toldTo(tx, caio)).toContain('gift_waiting')
      await expectSound(tx)
    },
    async refused(tx) {
      await giftOf(tx, caio, 1)
      await refused(tx, (inner) => giftOf(inner, caio, 2), { constraint_name: 'gifts_one_waiting' })
    },
  },
  sell_to_buyers: {
    async normal(tx) {
      const payment = await cardOrder(tx, caio, 3)
      await tx`update payments set amount = 2500, tip = 500 where id = ${payment}`
      await tx`select market.sell_paid(${payment})`
      expect(await balanceOf(tx, account.available(caio.uid))).toBe(7500)
      expect(await balanceOf(tx, account.payable(lot.uid))).toBe(2300)
      await expectSound(tx)
    },
  },
  refusal_of_gift: {
    async normal(tx) {
      const judged = () =>
        answerOf(tx`select market.refusal_of_gift(${lot.id}, ${caio.uid}, ${'amiga@tune.test'})`)
      expect(await judged()).toBeNull()
      const gift = await giftOf(tx, caio, 1)
      expect(await judged()).toBe('gift_waiting')
      await tx`select market.return_gifts(array[${gift}::bigint], 'taken_back')`
      expect(await judged()).toBeNull()
      await tx`insert into private.gift_mails (gift_id, giver, recipient) select ${gift}, ${caio.uid}, '' from generate_series(1, 10)`
      expect(await judged()).toBe('gift_mails_limit')
    },
  },
  refusal_to_set_aside: {
    async normal(tx) {
      const judged = () => answerOf(tx`select market.refusal_to_set_aside(${lot.id}, ${caio.uid}, null)`)
      // However many were begun today.
      await tx`
        insert into private.gifts (payment_id, giver, project_id)
        select ${await cardOrder(tx, caio, 1)}, ${caio.uid}, ${lot.id}`
      expect(await judged()).toBeNull()
      await giftOf(tx, caio, 2)
      expect(await judged()).toBe('gift_waiting')
    },
  },
  refusal_of_paid: {
    async normal(tx) {
      const payment = await cardOrder(tx, caio, 1)
      const judged = () => answerOf(tx`select market.refusal_of_paid(${payment}, clock_timestamp())`)
      expect(await judged()).toBeNull()
      // What was set aside for it before a pause stays so.
      await pauseNow(tx, lot)
      expect(await judged()).toBeNull()
      await tx`update units set reserved_by = null, reserved_until = null where reserved_by = ${payment}`
      expect(await judged()).toBe('project_paused')
      await tx`update projects set paused_at = null, expired_at = clock_timestamp() where id = ${lot.id}`
      expect(await judged()).toBe('project_closed')
      await tx`update users set is_active = false where uid = ${caio.uid}`
      expect(await judged()).toBe('account_inactive')
    },
    async edge(tx) {
      const payment = await cardOrder(tx, caio, 1)
      const judged = () => answerOf(tx`select market.refusal_of_paid(${payment}, clock_timestamp())`)
      await buyUnits(tx, [caio])
      expect(await judged()).toBe('already_owned')
      await tx`update mints set status = 'expired', ended_at = now() where user_id = ${caio.uid} and project_id = ${lot.id}`
      expect(await judged()).toBeNull()
      await tx`update ledger.accounts set balance = 1999 where code = ${account.available(caio.uid)}`
      expect(await judged()).toBe('wallet_overdrawn')
    },
  },
  tip_in: {
    async normal(tx) {
      expect(await answerOf(tx`select market.tip_in('{"amount": 500}')`)).toBe(500)
      expect(await answerOf(tx`select market.tip_in(null)`)).toBe(0)
    },
  },
  hand_over: {
    async normal(tx) {
      const gift = await giftOf(tx, caio, 1)
      await tx`select market.hand_over(${gift}, ${bia.uid})`
      expect(await newestToken(tx, bia)).toBe('pending')
      expect(await balanceOf(tx, account.held(caio.uid))).toBe(0)
      expect(await unitsOfLot(tx)).toEqual([{ number: 1, owner: bia.uid }])
      await expectSound(tx)
    },
    async repeated(tx) {
      const gift = await giftOf(tx, caio, 1)
      await tx`select market.hand_over(${gift}, ${bia.uid})`
      await refused(tx, (inner) => inner`select market.hand_over(${gift}, ${ana.uid})`, { code: 'P0001' })
    },
  },
  return_gifts: {
    async normal(tx) {
      const gift = await giftOf(tx, caio, 1)
      expect(await answerOf(tx`select market.return_gifts(array[${gift}::bigint], 'expired')`)).toBe(1)
      expect(await balanceOf(tx, account.available(caio.uid))).toBe(10_000)
      expect((await stateOf(tx, lot)).unsold).toBe(3)
      await expectSound(tx)
    },
    async repeated(tx) {
      const gift = await giftOf(tx, caio, 1)
      await tx`select market.return_gifts(array[${gift}::bigint], 'expired')`
      expect(await answerOf(tx`select market.return_gifts(array[${gift}::bigint], 'expired')`)).toBe(0)
      await expectSound(tx)
    },
  },
  return_gift_of_payment: {
    async normal(tx) {
      await giftOf(tx, caio, 1)
      await tx`select market.return_gift_of_payment(payment_id, 'disputed') from private.gifts where giver = ${caio.uid}`
      expect(await giftStatus(tx, caio)).toBe('returned')
      await expectSound(tx)
    },
  },
  return_gifts_of: {
    async normal(tx) {
      await giftOf(tx, caio, 1)
      expect(await answerOf(tx`select market.return_gifts_of(${caio.uid}, 'disputed')`)).toBe(1)
      expect(await answerOf(tx`select market.return_gifts_of(${caio.uid}, 'disputed')`)).toBe(0)
      await expectSound(tx)
    },
  },
  withdraw_gift: {
    async normal(tx) {
      const gift = await giftOf(tx, caio, 1)
      await tx`select market.hand_over(${gift}, ${bia.uid})`
      await tx`select market.withdraw_gift(mint_id, 'regretted') from private.gifts where id = ${gift}`
      expect(await giftStatus(tx, caio)).toBe('returned')
      expect((await toldTo(tx, bia)).filter((kind) => kind === 'gift_withdrawn')).toHaveLength(1)
      await tx`select market.withdraw_gift(mint_id, 'regretted') from private.gifts where id = ${gift}`
      expect((await toldTo(tx, bia)).filter((kind) => kind === 'gift_withdrawn')).toHaveLength(1)
    },
  },
  free_unit: {
    async normal(tx) {
      const payment = await cardOrder(tx, caio, 2)
      await tx`select market.sell_paid(${payment})`
      await tx`update mints set status = 'expired', ended_at = now() where payment_id = ${payment}`
      await tx`select market.free_unit(${await unitOf(tx, lot, 2)})`
      expect(await stateOf(tx, lot)).toMatchObject({ unsold: 3, waiting: 0 })
    },
    async edge(tx) {
      await tx`update mints set status = 'expired', ended_at = now() where unit_id = ${await unitOf(tx, quiet, 1)}`
      await tx`select market.free_unit(${await unitOf(tx, quiet, 1)})`
      expect(await stateOf(tx, quiet)).toMatchObject({ unsold: 0, waiting: 1 })
    },
  },
  offer_again: {
    async normal(tx) {
      const payment = await cardOrder(tx, caio, 2)
      await tx`select market.sell_paid(${payment})`
      await tx`update mints set status = 'expired', ended_at = now() where payment_id = ${payment}`
      await tx`select market.offer_again(${await unitOf(tx, lot, 2)}, false, now())`
      expect(await stateOf(tx, lot)).toMatchObject({ unsold: 3, waiting: 0 })
    },
    async edge(tx) {
      await tx`update mints set status = 'expired', ended_at = now() where unit_id = ${await unitOf(tx, quiet, 1)}`
      await tx`select market.offer_again(${await unitOf(tx, quiet, 1)}, false, now())`
      expect(await stateOf(tx, quiet)).toMatchObject({ unsold: 0, waiting: 1 })
      // What a bid had won does not leave the auction, also where another unit is on sale again.
      await tx`update units set mint_id = null, first_sold_at = null where project_id = ${auction.id} and number = 2`
      await tx`delete from mints where unit_id = ${await unitOf(tx, auction, 2)}`
      await tx`update bids set status = 'winner', ended_at = now() where project_id = ${auction.id}`
      await tx`select market.offer_again(${await unitOf(tx, auction, 1)}, true, now())`
      expect(await stateOf(tx, auction)).toMatchObject({ unsold: 1, waiting: 1 })
    },
  },
  give_up_all: {
    async normal(tx) {
      await giftOf(tx, ana, 1)
      await tx`select market.give_up_all(${ana.uid})`
      expect([await statusOf(tx, ana), await giftStatus(tx, ana)]).toEqual(['pending-cancel', 'returned'])
      expect(await balanceOf(tx, account.available(ana.uid))).toBe(10_000)
      await expectSound(tx)
    },
  },
  release_of_fan: {
    async normal(tx) {
      await tx`update users set is_active = false where uid = ${ana.uid}`
      expect(await statusOf(tx, ana)).toBe('pending-cancel')
      const jobs = tx`select from graphile_worker.jobs where key = ${`release-bids:${ana.uid}`}`
      expect(await jobs).toHaveLength(1)
      await expectSound(tx)
    },
    async repeated(tx) {
      await tx`update users set is_active = false where uid = ${ana.uid}`
      const before = await stateOf(tx, auction)
      await tx`update users set is_active = false where uid = ${ana.uid}`
      await tx`update users set is_active = true where uid = ${ana.uid}`
      expect(await stateOf(tx, auction)).toEqual(before)
    },
  },
  settle_windows: {
    async normal(tx) {
      await endWindows(tx, auction, 2)
      await tx`select market.settle_windows(${auction.id})`
      expect([await statusOf(tx, ana), await statusOf(tx, bia)]).toEqual(['winner', 'winner'])
      await expectSound(tx)
    },
    async repeated(tx) {
      const before = await stateOf(tx, auction)
      await tx`select market.settle_windows(${auction.id})`
      expect(await stateOf(tx, auction)).toEqual(before)
    },
  },
  count_new_units: {
    async normal(tx) {
      await tx`insert into units (project_id, number) values (${auction.id}, 3), (${auction.id}, 4), (${quiet.id}, 3)`
      expect([(await stateOf(tx, auction)).unsold, (await stateOf(tx, quiet)).unsold]).toEqual([2, 1])
      await expectSound(tx)
    },
    async edge(tx) {
      await tx`insert into units (project_id, number, first_sold_at) values (${auction.id}, 3, now())`
      expect(await stateOf(tx, auction)).toMatchObject({ unsold: 0, waiting: 1 })
    },
  },
  count_changed_units: {
    async normal(tx) {
      await tx`insert into units (project_id, number) values (${auction.id}, 3)`
      await tx`update units set first_sold_at = now() where project_id = ${auction.id} and number = 3`
      expect(await stateOf(tx, auction)).toMatchObject({ unsold: 0, waiting: 1 })
      await expectSound(tx)
    },
    async edge(tx) {
      const version = () => answerOf(tx`select ctid::text from market.state where project_id = ${auction.id}`)
      const before = await version()
      await tx`update units set freed_at = now() where project_id = ${auction.id}`
      expect(await version()).toBe(before)
    },
  },
  count_new_sales: {
    async normal(tx) {
      await buyUnits(tx, [ana, bia])
      expect(await stateOf(tx, lot)).toMatchObject({ sales: 2, undone: 0 })
      await expectSound(tx)
    },
  },
  count_changed_sale: {
    async normal(tx) {
      await buyUnits(tx, [ana])
      await tx`
        update mints set status = 'expired', ended_at = now(), revoked_for = 'dispute'
        where user_id = ${ana.uid} and project_id = ${lot.id}`
      // It had no token yet: the chain may still refuse it.
      expect(await stateOf(tx, lot)).toMatchObject({ sales: 0, undone: 0 })
      await tx`update mints set minted_at = now() where user_id = ${ana.uid} and project_id = ${lot.id}`
      expect(await stateOf(tx, lot)).toMatchObject({ sales: 0, undone: 1 })
    },
    async edge(tx) {
      await buyUnits(tx, [ana])
      const version = () => answerOf(tx`select ctid::text from market.state where project_id = ${lot.id}`)
      const before = await version()
      await tx`update mints set status = 'minted', minted_at = now(), will_expire_at = now() where project_id = ${lot.id} and status = 'pending'`
      await tx`update mints set status = 'expired', ended_at = now() where project_id = ${lot.id} and status = 'minted'`
      expect(await version()).toBe(before)
      expect(await stateOf(tx, lot)).toMatchObject({ sales: 1, undone: 0 })
    },
  },
  give_waiting: {
    async normal(tx) {
      await free(tx, auction)
      await tx`update market.state set unsettled = true where project_id = ${auction.id}`
      expect(await answerOf(tx`select market.give_waiting(${auction.id})`)).toBe(1)
      expect(await statusOf(tx, bia)).toBe('winner')
    },
    async repeated(tx) {
      await free(tx, auction)
      await tx`update market.state set unsettled = true where project_id = ${auction.id}`
      await tx`select market.give_waiting(${auction.id})`
      expect(await answerOf(tx`select market.give_waiting(${auction.id})`)).toBe(0)
      expect(await statusOf(tx, ana)).toBe('pending')
    },
  },
  wake_watchers: {
    async normal(tx) {
      const unit = () =>
        answerOf(tx`select ctid::text || number from units where project_id = ${auction.id} and number = 1`)
      const before = await unit()
      await tx`select market.wake_watchers(${auction.id})`
      expect(await unit()).not.toBe(before)
      await expectSound(tx)
    },
  },
  note: {
    async normal(tx) {
      await tx`select market.note(${auction.id}, 'pause')`
      const { length } = await stateOf(tx, auction)
      expect((await logOf(tx, auction)).at(-1)).toEqual({
        seq: length,
        kind: 'pause',
        at: expect.stringMatching(/Z$/),
      })
      expect(
        await tx`select from chain.operations where key = ${`anchor:${auction.id}:${length}:pause`}`,
      ).toHaveLength(1)
      await expectSound(tx)
    },
    async repeated(tx) {
      const before = await stateOf(tx, auction)
      await tx`select market.note(${auction.id}, 'pause')`
      await tx`select market.note(${auction.id}, 'pause')`
      expect((await stateOf(tx, auction)).length).toBe(before.length + 2)
    },
  },
  pause: {
    async normal(tx) {
      // What has ended by now is settled first, with the bids that stood.
      await endWindows(tx, auction)
      await tx`select market.pause(${auction.id})`
      expect(await statusOf(tx, bia)).toBe('winner')
      expect(await lastKinds(tx, auction, 2)).toEqual(['sale', 'pause'])
      expect(await refusalOf(tx)).toBe('project_paused')
      await expectSound(tx)
    },
    async edge(tx) {
      await tx`select market.pause(${auction.id})`
      await endWindows(tx, auction)
      await settle(tx, auction)
      expect([await statusOf(tx, bia), await lastKinds(tx, auction, 1)]).toEqual(['pending', ['free']])
    },
  },
  resume: {
    async normal(tx) {
      await tx`select market.pause(${auction.id})`
      await endWindows(tx, auction, 2)
      await settle(tx, auction)
      await tx`select market.resume(${auction.id})`
      // The unit that came free first to the best bid.
      const units = tx`
        select number from mints join units on units.id = unit_id
        where mints.status = 'pending' and mints.user_id in (${ana.uid}, ${bia.uid}) order by mints.amount desc`
      expect(await units).toEqual([{ number: 1 }, { number: 2 }])
      expect(await lastKinds(tx, auction, 3)).toEqual(['resume', 'sale', 'sale'])
      await expectSound(tx)
    },
    async edge(tx) {
      await tx`select market.pause(${quiet.id})`
      await tx`select market.resume(${quiet.id})`
      expect(await lastKinds(tx, quiet, 2)).toEqual(['pause', 'resume'])
      await expectSound(tx)
    },
  },
})

/** The author of the lot shares it equally with somebody else. */
async function shareLot(tx: Tx): Promise<void> {
  const wallet = `0x${'99'.repeat(20)}`
  await tx`update projects set is_active = false where id = ${lot.id}`
  await tx`insert into private.artists (wallet, name) values (${wallet}, 'Outra')`
  await tx`insert into private.splits (project_id, proposed_by) values (${lot.id}, ${ana.uid})`
  await tx`
    insert into private.split_shares (split_id, artist_id, place, basis_points)
    select splits.id, artists.id, row_number() over (order by artists.wallet = ${wallet}), 5000
    from private.splits
    join projects on projects.id = project_id
    join private.artists on artists.wallet in (lower(author_wallet), ${wallet})
    where project_id = ${lot.id}`
  await tx`update private.splits set status = 'in_force' where project_id = ${lot.id}`
  await tx`update projects set is_active = true where id = ${lot.id}`
}

/** What is in the lot's own account, and in those of the people who share it. */
async function sharesOfLot(tx: Tx): Promise<number[]> {
  const rows = await tx<{ balance: number }[]>`
    select balance::float8 from ledger.accounts where code like ${`project:${lot.uid}:%`} order by id`
  return rows.map(({ balance }) => balance)
}

/** Whoever shares the lot with its author has been paid their part of what was sold. */
async function spendShares(tx: Tx): Promise<void> {
  await tx`
    select ledger.transfer(array_agg(row('paid:' || code, 'paid', code, 'artists:paid', balance)::ledger.entry))
    from ledger.accounts where code = (
      select code from ledger.accounts where code like ${`project:${lot.uid}:share:%`} order by id desc limit 1
    )`
}
