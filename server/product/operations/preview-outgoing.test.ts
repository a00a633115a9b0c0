/** What a decision by hand will write into the ledger is shown before; it is what is then written, and showing it changes nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OutgoingOutcome } from '#domain/money-decision.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { owedArtist } from '../../testing/owed-artist.ts'
import { depositByCard } from '../../testing/paid-by-card.ts'
import type { WrittenWire } from '../back-office/contract.ts'

let market: Market
let finance: TestFan
let colleague: TestFan
/** How often a provider was asked or told anything. */
let calls = 0
let isPaid = false
beforeAll(async () => {
  market = await createMarket()
  const { pix, cards } = market.ctx
  const counted = <Answer>(answer: () => Answer) => {
    calls++
    return answer()
  }
  pix.payOut = () => counted(() => Promise.reject(new Error('the provider is away')))
  pix.findPayout = async () => counted(() => (isPaid ? { status: 'done', endToEndId: 'E42' } : null))
  cards.refund = () => counted(() => Promise.reject(new Error('the processor is away')))
  cards.findRefund = async () =>
    counted(() => (isPaid ? { status: 'done', providerId: 're_1', failure: null } : null))
  ;[finance, colleague] = [await market.newAdmin(9000), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Posted = { status: number; data: { uid: string; id: number; code?: string; status: string } }
const post = (path: string, body: object = {}, by = finance) => market.call(by, path, body) as Promise<Posted>
const preview = (path: string, outcome: OutgoingOutcome, by = finance) =>
  market.call(by, `${path}/lines?outcome=${outcome}`) as unknown as Promise<{
    status: number
    data: WrittenWire & { code?: string }
  }>

async function withdrawal(fan?: TestFan): Promise<string> {
  const person = fan ?? (await market.newFan(5000))
  const wanted = { pixKeyType: 'email', pixKey: person.email, amount: 3000 }
  const { data } = (await market.call(person, '/redeem-balance', wanted)) as Posted
  const path = `/admin/withdrawals/${data.uid}`
  expect((await post(`${path}/approve`, {}, colleague)).status).toBe(200)
  return path
}

/** Of an artist with rates for taxes. */
async function payout(): Promise<string> {
  const { path } = await owedArtist(market, [finance, colleague])
  const rates = { document: '11144477735', irrf: 150, iss: 500, inss: 1100 }
  expect((await post(`${path}/taxes`, rates)).status).toBe(200)
  const asked = await post(`${path}/payouts`, { amount: 1050 })
  expect(asked.data.status).toBe('approved')
  return `/admin/payouts/${asked.data.uid}`
}

async function refund(): Promise<string> {
  const payment = await depositByCard(market, await market.newFan(), 4000)
  const wanted = { amount: 4000, destination: 'card', reason: 'a pedido', despitePlay: false }
  return `/admin/refunds/${(await post(`/admin/activity/${payment}/refunds`, wanted)).data.uid}`
}

/** Every row of every table that is ours, in one word for each table. */
async function everything(): Promise<Record<string, string>> {
  const tables = await market.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'private', 'ledger', 'market', 'chain', 'auth', 'storage', 'graphile_worker')`
  const words: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await market.sql.unsafe<{ word: string }[]>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(each::text, 0)::numeric), 0) as word from ${name} each`,
    )
    words[name] = row?.word ?? ''
  }
  return words
}

const lineIds = async () =>
  new Set((await market.sql<{ id: string }[]>`select id from ledger.transfers`).map(({ id }) => id))

const OUTCOMES: OutgoingOutcome[] = ['paid', 'failed']
describe.each([
  ['withdrawal', withdrawal],
  ['payout', payout],
  ['refund', refund],
])('a stuck %s', (kind, begin) => {
  test.each(OUTCOMES)(
    'shows what “%s” will write, changes nothing, and then writes exactly that',
    async (outcome) => {
      const path = await begin()
      const [before, known] = [await everything(), await lineIds()]
      calls = 0
      const shown = await preview(path, outcome)
      expect(shown.status).toBe(200)
      // Whoever looks twice sees the same, and the other outcome is no matter of this one.
      await preview(path, outcome === 'paid' ? 'failed' : 'paid')
      expect(await preview(path, outcome)).toEqual(shown)
      expect(calls).toBe(0)
      expect(await everything()).toEqual(before)

      isPaid = outcome === 'paid'
      const reference = kind === 'refund' ? 're_1' : `E${'0'.repeat(31)}`
      const decision = { outcome, note: 'visto no banco', ...(isPaid && { reference }) }
      expect((await post(`${path}/decide`, decision)).data.status).toBe(
        kind === 'refund' && isPaid ? 'done' : outcome,
      )
      const written = await market.sql`
      select transfers.id, debited.code as debit, credited.code as credit, amount
      from ledger.transfers
      join ledger.accounts debited on debited.id = debit_account
      join ledger.accounts credited on credited.id = credit_account
      where transfers.id <> all (${[...known]})
      order by debit, credit, id`
      expect(shown.data.lines).toEqual([...written])
      expect(shown.data.lines.length).toBe(kind === 'payout' && isPaid ? 4 : 1)
      const { accounts } = shown.data
      const balances = await market.sql<{ code: string; balance: number }[]>`
      select code, balance from ledger.accounts where code = any (${accounts.map(({ code }) => code)})`
      expect(new Map(accounts.map(({ code, after }) => [code, after]))).toEqual(
        new Map(balances.map(({ code, balance }) => [code, balance])),
      )
      expect(accounts.reduce((sum, account) => sum + account.after - account.before, 0)).toBe(0)
    },
  )
})

test('a withdrawal that comes back names the fan and both balances', async () => {
  const fan = await market.newFan(5000)
  const { data } = await preview(await withdrawal(fan), 'failed')
  const owner = { kind: 'user', uid: fan.uid, name: 'Ana' }
  expect(data.accounts).toEqual([
    { code: `fan:${fan.uid}:held`, owner, before: 3000, after: 0 },
    { code: `fan:${fan.uid}:available`, owner, before: 2000, after: 5000 },
  ])
})

test('a refusal is the one that the decision would meet', async () => {
  const own = await withdrawal(finance)
  expect((await preview(own, 'failed')).data.code).toBe('own_decision')
  expect((await preview(own, 'failed', colleague)).status).toBe(200)
  const uid = own.split('/').at(-1) ?? ''
  await market.sql`insert into private.outgoing_attempts (uid, attempted_at) values (${uid}, now())`
  expect((await preview(own, 'paid', colleague)).data.code).toBe('attempted_just_now')
  await market.sql`update private.outgoing_attempts set attempted_at = now() - interval '1 hour'`
  isPaid = false
  const reference = `E${'1'.repeat(31)}`
  expect((await post(`${own}/decide`, { outcome: 'paid', reference, note: 'x' }, colleague)).status).toBe(200)
  expect((await preview(own, 'failed', colleague)).data.code).toBe('decision_waiting')

  const path = await withdrawal()
  expect((await post(`${path}/decide`, { outcome: 'failed', note: 'x' })).data.status).toBe('failed')
  expect(await preview(path, 'failed')).toMatchObject({ status: 409, data: { code: 'not_under_way' } })
  // Of another kind, there is none of that name.
  const other = (await withdrawal()).replace('withdrawals', 'refunds')
  expect((await preview(other, 'failed')).data.code).toBe('not_under_way')
})

test('it is for owners and finance', async () => {
  const path = await withdrawal()
  for (const [role, status] of [
    ['support', 403],
    ['content', 403],
    ['finance', 200],
  ] as const) {
    const person = await market.newFan()
    await market.sql`update users set role = ${role} where uid = ${person.uid}`
    expect((await preview(path, 'failed', person)).status).toBe(status)
  }
  expect((await preview(path, 'failed', await market.newFan())).status).toBe(403)
})

test('looking while somebody decides leaves one decision and one payment back', async () => {
  const fan = await market.newFan(5000)
  const path = await withdrawal(fan)
  isPaid = false
  const all = await Promise.all([
    ...OUTCOMES.map((outcome) => preview(path, outcome)),
    post(`${path}/decide`, { outcome: 'failed', note: 'x' }),
    ...OUTCOMES.map((outcome) => preview(path, outcome, colleague)),
  ])
  expect(all[2]?.status).toBe(200)
  for (const { status } of all) expect([200, 409]).toContain(status)
  expect(await market.balanceOf(fan)).toBe(5000)
})
