/** Taxes withheld of payouts: the accountant's rates, to the centavo, from the request to the month's books. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HIGHEST_RATES, netOf, withheldOf } from '#domain/withholding.ts'
import type { Mail } from '../../platform/adapters/mailer.ts'
import type { PayoutOrder } from '../../platform/adapters/pix-payouts.ts'
import { runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { owedArtist } from '../../testing/owed-artist.ts'
import type { AccountingMonthWire } from '../accounting/contract.ts'
import type { ArtistStatementWire, PayoutReceiptWire } from './earnings-wire.ts'
import { payOutArtist } from './pay-out-artist.ts'
import type { ArtistDetailWire } from './wire.ts'

const RATES = { document: '11144477735', irrf: 150, iss: 500, inss: 1100 }
const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' })
  .format(Date.now())
  .slice(0, 7)
let market: Market
let finance: TestFan
const orders: PayoutOrder[] = []
const mails: Mail[] = []
let status: 'done' | 'refused' = 'done'
beforeAll(async () => {
  market = await createMarket()
  market.ctx.pix.payOut = async (order) => {
    orders.push(order)
    return { status, endToEndId: `E${order.uid.replaceAll('-', '')}`.slice(0, 32) }
  }
  finance = await market.newAdmin()
  Object.assign(market.ctx.mailer, { send: async (mail: Mail) => void mails.push(mail) })
})
afterEach(async () => {
  status = 'done'
  await market.expectHealthy()
})
afterAll(() => market.close())

const read = async <Data>(path: string) => (await market.call(finance, path)) as unknown as Data

const owed = async () => owedArtist(market, [finance, await market.newAdmin()])
async function payOut({ path }: { path: string }, amount: number): Promise<string> {
  const asked = (await market.call(finance, `${path}/payouts`, { amount })) as unknown as {
    data: { uid: string; status: string }
  }
  expect(asked.data.status).toBe('approved')
  return asked.data.uid
}
const held = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance

test('are none until the accountant says so', async () => {
  const artist = await owed()
  const uid = await payOut(artist, 1050)
  await payOutArtist(market.ctx, uid)
  expect(orders.at(-1)).toMatchObject({ uid, amount: 1050 })
})

test('leave with the payout: the artist gets the rest, and each stands in its account', async () => {
  const artist = await owed()
  expect((await market.call(finance, `${artist.path}/taxes`, RATES)).status).toBe(200)
  expect((await read<{ data: ArtistDetailWire }>(artist.path)).data.taxes).toEqual(RATES)
  const uid = await payOut(artist, 1050)
  // Later rates are no matter of a payout that was asked for.
  await market.call(finance, `${artist.path}/taxes`, { ...RATES, irrf: 2750, iss: 0, inss: 0 })
  await payOutArtist(market.ctx, uid)
  await payOutArtist(market.ctx, uid)
  expect(orders.at(-1)).toMatchObject({ uid, amount: 865 })
  expect([await held('taxes:irrf'), await held('taxes:iss'), await held('taxes:inss')]).toEqual([16, 53, 116])
  const receipt = (await read<{ data: PayoutReceiptWire }>(`/admin/payouts/${uid}`)).data
  expect(receipt).toMatchObject({
    amount: 1050,
    net: 865,
    withheld: { irrf: 16, iss: 53, inss: 116 },
    status: 'paid',
  })
  const statement = await read<ArtistStatementWire>(`${artist.path}/statement?month=${month}`)
  expect(statement.withheld).toEqual({ irrf: 16, iss: 53, inss: 116 })
  expect(statement.totals.find(({ kind }) => kind === 'payout')?.amount).toBe(-1050)
  const file = await (await market.callRaw(finance, `${artist.path}/statement.csv?month=${month}`)).text()
  expect(file).toContain('Dos repasses, INSS retido;;-1,16')
  const books = (await read<{ data: AccountingMonthWire }>(`/admin/accounting?month=${month}`)).data
  expect(books.isBalanced).toBe(true)
  expect(books.accounts.find(({ account }) => account === 'taxes_iss')?.closing).toBe(53)
})

test('go back with a payout that the bank refuses: nothing was withheld', async () => {
  const artist = await owed()
  await market.call(finance, `${artist.path}/taxes`, RATES)
  const before = await held('taxes:irrf')
  status = 'refused'
  await payOutArtist(market.ctx, await payOut(artist, 2000))
  expect(await held('taxes:irrf')).toBe(before)
  expect((await read<{ data: ArtistDetailWire }>(artist.path)).data.free).toBe(3600)
})

test('are refused by the database where they do not add up', async () => {
  const artist = await owed()
  const uid = await payOut(artist, 1000)
  const change = (set: ReturnType<Market['sql']>) =>
    market.sql`update private.artist_payouts set ${set} where uid = ${uid}`
  await expect(change(market.sql`net = 1`)).rejects.toMatchObject({ code: '428C9' })
  await expect(change(market.sql`irrf_basis_points = 9000, iss_basis_points = 2000`)).rejects.toMatchObject({
    constraint_name: 'payout_pays_something',
  })
  await payOutArtist(market.ctx, uid)
})

test.each([
  ['more income tax than the law knows', { ...RATES, irrf: 2751 }, 400],
  ['more tax on services than the law knows', { ...RATES, iss: 501 }, 400],
  ['more for social security than the law knows', { ...RATES, inss: 2001 }, 400],
  ['the highest rates', { ...RATES, irrf: 2750, iss: 500, inss: 2000 }, 200],
  ['a rate below nothing', { ...RATES, irrf: -1 }, 400],
  ['half a basis point', { ...RATES, iss: 0.5 }, 400],
  ['a document with a wrong digit', { ...RATES, document: '11144477734' }, 400],
])('%s: %o, %i', async (_what, body, expected) => {
  const artist = await owed()
  expect((await market.call(finance, `${artist.path}/taxes`, body)).status).toBe(expected)
})

test('are told to the artist’s account when they or the document change, with what was before, the documents masked', async () => {
  const artist = await owed()
  const fan = await market.newFan()
  await market.sql`update users set language = 'en' where uid = ${fan.uid}`
  await market.sql`
    insert into private.artist_accounts (artist_id, user_id)
    select id, ${fan.uid} from private.artists where uid = ${artist.uid}`
  const set = (rates: typeof RATES) => market.call(finance, `${artist.path}/taxes`, rates)
  await set(RATES)
  await set(RATES)
  await set({ ...RATES, document: '52998224725', iss: 250 })
  await runJobs(market)
  const bell = await market.sql`select kind from notifications where user_id = ${fan.uid}`
  expect(bell).toEqual([{ kind: 'artist_taxes_changed' }, { kind: 'artist_taxes_changed' }])
  const told = mails.filter(({ to }) => to === fan.email).map(({ text }) => text)
  expect(told).toHaveLength(2)
  expect(told[0]).toContain(
    'document •••35 (before: —), IRRF 1.5% (before: 0%), ISS 5% (before: 0%), INSS 11% (before: 0%)',
  )
  expect(told[1]).toContain('document •••25 (before: •••35), IRRF 1.5% (before: 1.5%), ISS 2.5% (before: 5%)')
  expect(told.join()).not.toMatch(/11144477735|52998224725/)
})

test('beyond the law are refused by the database, too', async () => {
  const artist = await owed()
  await market.call(finance, `${artist.path}/taxes`, RATES)
  for (const [column, most] of [
    ['irrf_basis_points', HIGHEST_RATES.irrf],
    ['iss_basis_points', HIGHEST_RATES.iss],
    ['inss_basis_points', HIGHEST_RATES.inss],
  ] as const) {
    const write = (rate: number) => market.sql`
      update private.artist_taxes set ${market.sql(column)} = ${rate}
      where artist_id = (select id from private.artists where uid = ${artist.uid})`
    expect((await write(most)).count).toBe(1)
    await expect(write(most + 1)).rejects.toMatchObject({ constraint_name: 'rates_of_the_law' })
  }
})

test('are set by owners and finance, and by nobody for themselves', async () => {
  const artist = await owed()
  const fan = await market.newFan()
  expect((await market.call(fan, `${artist.path}/taxes`, RATES)).status).toBe(403)
  const own = await market.newAdmin()
  await market.sql`
    update users set wallet = (select wallet from private.artists where uid = ${artist.uid}) where uid = ${own.uid}`
  expect((await market.call(own, `${artist.path}/taxes`, RATES)).data).toMatchObject({
    code: 'own_artist_key',
  })
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect((await market.call(finance, `/admin/artists/${unknown}/taxes`, RATES)).status).toBe(404)
})

test('are the same in the columns of a payout as where its dialog counts them, whatever the amount and the rates', async () => {
  const columns = await market.sql<{ name: string; expression: string }[]>`
    select attname as name, pg_get_expr(adbin, adrelid) as expression
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where adrelid = 'private.artist_payouts'::regclass and attgenerated <> ''`
  expect(columns.map(({ name }) => name).sort()).toEqual(['inss', 'irrf', 'iss', 'net'])
  const counted = columns.map(({ name, expression }) => `(${expression})::float8 as ${name}`).join(', ')
  const payout = fc.record({
    amount: fc.integer({ min: 1, max: 1_000_000_000 }),
    irrf: fc.integer({ min: 0, max: HIGHEST_RATES.irrf }),
    iss: fc.integer({ min: 0, max: HIGHEST_RATES.iss }),
    inss: fc.integer({ min: 0, max: HIGHEST_RATES.inss }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(payout, { minLength: 1, maxLength: 100 }), async (payouts) => {
      const rows = await market.sql.unsafe(
        `select ${counted} from jsonb_to_recordset($1::text::jsonb) as given (
          place integer, amount bigint, irrf_basis_points integer, iss_basis_points integer, inss_basis_points integer
        ) order by place`,
        [
          JSON.stringify(
            payouts.map(({ amount, irrf, iss, inss }, place) => ({
              ...{ place, amount, irrf_basis_points: irrf, iss_basis_points: iss, inss_basis_points: inss },
            })),
          ),
        ],
      )
      expect(rows.map((row) => ({ ...row }))).toEqual(
        payouts.map(({ amount, ...rates }) => ({ ...withheldOf(amount, rates), net: netOf(amount, rates) })),
      )
    }),
    { numRuns: 20 },
  )
})
