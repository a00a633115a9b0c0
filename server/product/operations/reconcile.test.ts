/** The ledger beside card processor and chain: each kind of difference is planted, and exactly that one is found. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Difference, UnitRange } from '#domain/reconciliation.ts'
import type { ReturnedByCard } from '../../platform/adapters/cards-moved.ts'
import { transact } from '../../platform/db/transact.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { buyFromWallet } from '../../testing/paid-by-card.ts'
import { bookPayoutPaid } from '../artists/decide-payout.ts'
import { requestPayout } from '../artists/request-payout.ts'
import { account } from '../ledger/ledger.ts'
import { reconcile } from './reconcile.ts'
import type { ReconciliationWire } from './reconciliation-contract.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

const now = new Date()

/** A card payment of an hour ago: its purpose, and what the ledger booked of it. */
async function paid(
  amount: number,
  booked: number,
  { minutesAgo = 60, method = 'card' }: { minutesAgo?: number; method?: 'card' | 'pix' } = {},
): Promise<string> {
  const fan = await market.newFan()
  const [row] = await market.sql<{ uid: string }[]>`
    insert into payments (user_id, flow, method, amount, created_at)
    values (${fan.uid}, 'balance', ${method}, ${amount}, ${new Date(now.getTime() - minutesAgo * 60_000)})
    returning uid`
  const uid = row?.uid ?? ''
  if (booked > 0) {
    const entry = {
      kind: 'deposit',
      debit: method === 'pix' ? account.pixClearing : account.clearing,
      credit: account.available(fan.uid),
    }
    await market.sql`select ledger.post(${market.sql.json([{ ...entry, id: `deposit:${uid}`, amount: booked }])})`
    known.set(fan.wallet.toLowerCase(), booked)
  }
  return uid
}
/** What the chain knows, and what the processor received. */
const known = new Map<string, number>()
const received = new Map<string, number>()
const receivedByPix = new Map<string, number>()
/** The charges that PIX was asked about one by one. */
const askedOfPix: string[] = []
const paidByPix = new Map<string, number>()
const returned: ReturnedByCard[] = []
/** Units that the chain has minted, by edition. */
const made = new Map<string, number[]>()
/** The ranges of units that the chain was asked about. */
const asked: UnitRange[] = []

async function differences(
  look = async (wallets: string[]) => chainOf(wallets),
  at = now,
): Promise<Difference[]> {
  const cards = {
    ...market.ctx.cards,
    receivedSince: async () => new Map(received),
    returnedSince: async () => returned,
  }
  const pix = {
    ...market.ctx.pix,
    receivedFor: async (uid: string) => {
      askedOfPix.push(uid)
      return receivedByPix.get(uid) ?? 0
    },
    paidOut: async (uid: string) => paidByPix.get(uid) ?? 0,
    receivedBetween: async () =>
      [...receivedByPix].map(([payment, amount]) => ({ endToEndId: `E${payment}`, payment, amount })),
    paidOutBetween: async () => [],
  }
  const units = async (edition: string, range: UnitRange) => {
    asked.push(range)
    return (made.get(edition) ?? []).filter((unit) => unit >= range.first && unit <= range.last)
  }
  const chain = { balances: look, units }
  await reconcile({ ...market.ctx, cards, pix }, chain, at)
  const [row] = await market.sql<{ differences: Difference[] }[]>`
    select differences from private.reconciliations order by id desc limit 1`
  return row?.differences ?? []
}
const chainOf = (wallets: string[]) => new Map(wallets.map((wallet) => [wallet, known.get(wallet) ?? 0]))
const alerts = async () =>
  (
    await market.sql`
      select from graphile_worker._private_jobs where payload ->> 'template' = 'reconciliation_alert'`
  ).length

test('what agrees is written down and alarms nobody', async () => {
  received.set(await paid(1000, 1000), 1000)
  await paid(500, 0)
  expect(await differences()).toEqual([])
  expect(await alerts()).toBe(0)
  // Until which minute is said, too: what moved since may still be on its way.
  const reports = await market.call(await market.newAdmin(), '/admin/reconciliations')
  const [report] = (reports as unknown as { data: ReconciliationWire[] }).data
  const [known] = await market.sql<{ until: Date }[]>`
    select compared_until as until from private.reconciliation_cursor`
  expect(report).toMatchObject({ found: 0, comparedUntil: known?.until.toISOString() })
  expect(Date.parse(report?.comparedUntil ?? '')).toBeLessThan(Date.parse(report?.madeAt ?? ''))
})

test('money that is with one side only, or is another amount, is found; what may be on its way is not', async () => {
  const [lost, invented, other] = [await paid(1000, 0), await paid(2000, 2000), await paid(3000, 3000)]
  received.set(lost, 1000).set(other, 3001)
  const unknown = crypto.randomUUID()
  received.set(unknown, 700)
  const young = await paid(400, 0, { minutesAgo: 5 })
  received.set(young, 400)
  const found = await differences()
  expect(found.map(({ subject, ledger, other }) => [subject, ledger, other]).sort()).toEqual(
    [
      [lost, 0, 1000],
      [invented, 2000, 0],
      [other, 3000, 3001],
      [unknown, 0, 700],
    ].sort(),
  )
  expect(found.every(({ side }) => side === 'cards')).toBe(true)
  expect(await alerts()).toBe(1)
  received.clear()
  for (const [uid, amount] of await booked()) received.set(uid, amount)
  expect(await differences()).toEqual([])
})

test('a charge by PIX that was paid twice, not at all, or not booked is found', async () => {
  const pix = { method: 'pix' } as const
  const [right, twice, never, lost] = [
    await paid(900, 900, pix),
    await paid(800, 800, pix),
    await paid(700, 700, pix),
    await paid(600, 0, pix),
  ]
  receivedByPix.set(right, 900).set(twice, 1600).set(lost, 600)
  askedOfPix.length = 0
  const found = await differences()
  expect(found.map(({ side, subject, ledger, other }) => [side, subject, ledger, other]).sort()).toEqual(
    [
      ['pix', twice, 800, 1600],
      ['pix', never, 700, 0],
      ['pix', lost, 0, 600],
    ].sort(),
  )
  // The provider's list told of the others.
  expect(askedOfPix.sort()).toEqual([twice, never, lost].sort())
  receivedByPix.set(twice, 800).set(never, 700).delete(lost)
})

test('a wallet that the chain knows otherwise is found, unless a record is on its way', async () => {
  const fan = await market.newFan(5000)
  const wallet = fan.wallet.toLowerCase()
  // A record about nobody's wallet does not exempt any wallet from the comparison.
  await market.sql`select chain.enqueue('anchor:1', 'anchor_log', '{}')`
  const mine = async (look?: (wallets: string[]) => Promise<Map<string, number>>) =>
    (await differences(look)).filter(({ subject }) => subject === wallet)
  known.set(wallet, 4000)
  expect(await mine()).toEqual([
    {
      side: 'chain',
      subject: wallet,
      ledger: 5000,
      other: 4000,
      rows: {
        ledger: [{ id: account.available(fan.uid), amount: 5000 }],
        other: [{ id: wallet, amount: 4000 }],
      },
    },
  ])
  // The second look finds what was in transit between the two reads of the first.
  let looks = 0
  expect(
    await mine(async (wallets) =>
      wallets.includes(wallet) && looks++ > 0 ? chainOf(wallets).set(wallet, 5000) : chainOf(wallets),
    ),
  ).toEqual([])
  await underWay(fan)
  expect(await mine()).toEqual([])
})

async function underWay(fan: TestFan): Promise<void> {
  const payload = { wallet: fan.wallet, amount: 1000, reference: crypto.randomUUID() }
  await market.sql`select chain.enqueue(${`credit:${payload.reference}`}, 'credit_balance', ${market.sql.json(payload)})`
}

const booked = async () =>
  (
    await market.sql<{ uid: string; amount: number }[]>`
      select uid, transfers.amount from payments
      join ledger.transfers on transfers.id = 'deposit:' || uid
      where method = 'card'`
  ).map(({ uid, amount }) => [uid, amount] as const)

test('authors’ wallets and the house’s hold what the ledger owes, until it has been paid out', async () => {
  await market.sql`delete from chain.operations`
  const project = await market.newProject({ price: 2000 })
  const fan = await market.newFan(2000)
  const payment = await buyFromWallet(market, fan, project)
  await market.sql`update mints set status_song = 'pending', played_at = now() where user_id = ${fan.uid}`
  const [author] = await market.sql<{ id: number; wallet: string }[]>`
    select artists.id, wallet from private.artists join projects on lower(author_wallet) = wallet
    where projects.id = ${project.id}`
  const wallet = author?.wallet ?? ''
  const house = market.ctx.env.PLATFORM_WALLET.toLowerCase()
  const of = async () => (await differences()).filter(({ subject }) => [wallet, house].includes(subject))
  known.set(fan.wallet, 0)
  // The sale is still on its way to the chain.
  expect(await of()).toEqual([])
  await market.sql`delete from chain.operations`
  expect((await of()).map(({ subject, ledger, other }) => [subject, ledger, other]).sort()).toEqual(
    [
      [wallet, 1800, 0],
      [house, 200, 0],
    ].sort(),
  )
  known.set(wallet, 1800).set(house, 200)
  expect(await of()).toEqual([])

  const [first, second] = [await market.newAdmin(), await market.newAdmin()]
  const [key] = await market.sql<{ id: number }[]>`
    insert into private.artist_keys
      (artist_id, legal_name, pix_key_type, pix_key, entered_by, confirmed_by, confirmed_at)
    values (${author?.id ?? 0}, 'Coral', 'email', 'coral@tune.test', ${first.uid}, ${second.uid}, now())
    returning id`
  expect(key).toBeDefined()
  const [artist] = await market.sql<{ uid: string }[]>`
    select uid from private.artists where id = ${author?.id ?? 0}`
  const by = { uid: first.uid, address: null }
  const request = { amount: 1500, key: null, requestHash: '' }
  const asked = await requestPayout(market.sql, artist?.uid ?? '', request, by, 100_000)
  if (!asked.ok) throw new Error(asked.refusal)
  // On its way out it is still in the wallet.
  expect(await of()).toEqual([])
  await transact(market.sql, (tx) => bookPayoutPaid(tx, asked.value.uid, 'E1'))
  await market.sql`delete from chain.operations`
  expect(await of()).toMatchObject([{ subject: wallet, ledger: 300, other: 1800 }])
  known.set(wallet, 300)
  expect(await of()).toEqual([])

  const later = new Date(Date.now() + 3_600_000)
  const paid = (await differences(undefined, later)).filter(({ side }) => side === 'pix')
  expect(paid).toEqual([
    {
      side: 'pix',
      subject: asked.value.uid,
      ledger: 1500,
      other: 0,
      rows: { ledger: [{ id: `payout:${asked.value.uid}:paid`, amount: 1500 }], other: [] },
    },
  ])
  paidByPix.set(asked.value.uid, 1500)
  expect((await differences(undefined, later)).filter(({ side }) => side === 'pix')).toEqual([])
  expect(payment).toBeDefined()
})

test('units that one side alone has made are found, unless a sale is on its way', async () => {
  await market.sql`delete from chain.operations`
  const project = await market.newProject({ price: 2000, supply: 3 })
  const fan = await market.newFan(2000)
  await buyFromWallet(market, fan, project)
  await market.sql`update mints set tx_hash = ${`0x${'a'.repeat(64)}`} where user_id = ${fan.uid}`
  const [row] = await market.sql<{ edition: string }[]>`
    select contract_address as edition from projects where id = ${project.id}`
  const edition = row?.edition ?? ''
  const of = async () => (await differences()).filter(({ side }) => side === 'supply')
  made.set(edition, [1, 2])
  expect(await of()).toEqual([])
  await market.sql`delete from chain.operations`
  expect(await of()).toEqual([
    {
      side: 'supply',
      subject: edition,
      ledger: 1,
      other: 2,
      rows: { ledger: [], other: [{ id: '2', amount: 1 }] },
    },
  ])
  made.set(edition, [1])
  expect(await of()).toEqual([])
})

test('a large edition is compared stretch by stretch, and a unit at its very end is found', async () => {
  const project = await market.newProject({ price: 2000, supply: 2500 })
  const [row] = await market.sql<{ edition: string }[]>`
    select contract_address as edition from projects where id = ${project.id}`
  made.set(row?.edition ?? '', [1, 1001, 2500])
  asked.length = 0
  const of = (found: Difference[]) => found.filter(({ subject }) => subject === row?.edition)
  expect(of(await differences())).toMatchObject([
    { ledger: 0, other: 3, rows: { ledger: [], other: [{ id: '1' }, { id: '1001' }, { id: '2500' }] } },
  ])
  expect(asked).toContainEqual({ first: 2001, last: 2500 })
  expect(asked.every(({ first, last }) => last - first < 1000)).toBe(true)
  made.delete(row?.edition ?? '')
  expect(of(await differences())).toEqual([])
})

test('a payment that nobody could compare in time is compared once its days are', async () => {
  const old = await paid(1100, 1100, { minutesAgo: 20 * 1440 })
  const booking = (found: Difference[]) => found.filter(({ subject }) => subject === old)
  // The cursor has passed it: nobody asks for it again.
  expect(booking(await differences())).toEqual([])
  await market.sql`
    update private.reconciliation_cursor set compared_until = ${new Date(now.getTime() - 25 * 86_400_000)}`
  expect(booking(await differences())).toMatchObject([
    { ledger: 1100, other: 0, rows: { ledger: [{ id: `deposit:${old}`, amount: 1100 }] } },
  ])
  expect(booking(await differences())).toEqual([])
  const [cursor] = await market.sql<{ at: Date }[]>`
    select compared_until as at from private.reconciliation_cursor`
  expect(cursor?.at.getTime()).toBeGreaterThan(now.getTime() - 3_600_000)
})

test('an administrator asks for one, twice at once, and it is one; fans may not', async () => {
  const admin = await market.newAdmin()
  const answers = await Promise.all([1, 2].map(() => market.call(admin, '/admin/reconciliations', {})))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await market.sql`select from graphile_worker.jobs where key = 'reconcile'`).toHaveLength(1)
  const fan = await market.newFan()
  expect((await market.call(fan, '/admin/reconciliations', {})).status).toBe(403)
  expect((await market.call(fan, '/admin/reconciliations')).status).toBe(403)
  expect((await market.call(admin, '/admin/reconciliations')).status).toBe(200)
})
