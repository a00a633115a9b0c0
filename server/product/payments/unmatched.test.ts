/** Money that belongs to no payment: kept in the books from the moment it is known, and settled once. */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cardEvent, deliver, runJobs } from '../../testing/card-events.ts'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { depositByCard, onChain, totalOf } from '../../testing/paid-by-card.ts'
import type { WrittenWire } from '../back-office/contract.ts'
import { account } from '../ledger/ledger.ts'
import type { UnmatchedWire } from './contract.ts'
import { storePixReceipts } from './store-pix-receipts.ts'

let market: Market
let first: TestFan
let second: TestFan
beforeAll(async () => {
  market = await createMarket({ env: { WITHDRAWAL_SECOND_PERSON_ABOVE: '5000' } })
  ;[first, second] = [await market.newAdmin(), await market.newAdmin()]
})
afterEach(() => market.expectHealthy())
afterAll(() => market.close())

type Answer = { status: number; data: UnmatchedWire & { code?: string } }
const post = (by: TestFan, path: string, body: object = {}) => market.call(by, path, body) as Promise<Answer>
const waiting = async () =>
  ((await market.call(first, '/admin/unmatched-waiting')) as unknown as { data: UnmatchedWire[] }).data
const balance = async (code: string) =>
  (await market.sql<{ balance: number }[]>`select balance from ledger.accounts where code = ${code}`)[0]
    ?.balance

let receipts = 0
/** Money that comes by PIX for no charge of ours. */
async function arrives(valor: string): Promise<UnmatchedWire> {
  const endToEndId = `E${String(++receipts).padStart(31, '0')}`
  const horario = new Date().toISOString()
  await storePixReceipts(market.sql, [{ endToEndId, valor, horario }])
  await runJobs(market)
  const [found] = (await waiting()).filter(({ externalId }) => externalId === endToEndId)
  if (!found) throw new Error('it was not kept')
  return found
}
const webhooks = async () =>
  ((await market.call(first, '/admin/webhooks')) as unknown as { data: { id: number; event: string }[] }).data

test('it stands in an account of its own, once, however often it is told of', async () => {
  const before = (await balance(account.pixUnmatched)) ?? 0
  const kept = await arrives('7.77')
  expect(kept).toMatchObject({ amount: 777, status: 'open', payment: null, takesTwo: false, decision: null })
  expect(await balance(account.pixUnmatched)).toBe(before + 777)
  const [refused] = await webhooks()
  expect((await market.call(first, `/admin/webhooks/${refused?.id}/replay`, {})).status).toBe(200)
  await runJobs(market)
  expect(await balance(account.pixUnmatched)).toBe(before + 777)
})

test('it is credited to a fan, who is told, has it on the chain and in the statement', async () => {
  const fan = await market.newFan()
  const { uid, externalId } = await arrives('7.77')
  const decide = () =>
    post(first, `/admin/unmatched/${uid}/decide`, {
      outcome: 'credited',
      to: fan.email,
      note: 'a fã mandou o recibo',
    })
  const answers = await Promise.all([decide(), decide(), decide()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status === 200)?.data).toMatchObject({
    status: 'credited',
    decision: { creditedTo: fan.email, approvals: [{ email: first.email }] },
  })
  expect(answers.filter(({ data }) => data.code === 'unmatched_settled')).toHaveLength(2)
  expect(await market.balanceOf(fan)).toBe(777)
  expect(await onChain(market, fan.wallet)).toBe(777)
  expect(await market.call(fan, '/statement')).toMatchObject({ data: [{ kind: 'deposit', change: 777 }] })
  expect(await market.sql`select kind from notifications where user_id = ${fan.uid}`).toMatchObject([
    { kind: 'deposit_credited' },
  ])
  // What somebody has decided about is no longer amiss, and is not applied once more.
  expect((await webhooks()).map(({ event }) => event)).not.toContain(`pix:${externalId}`)
})

test('it is booked as sent back, with the bank’s name for it; or kept, with a note', async () => {
  const back = await arrives('3.00')
  const clearing = (await balance(account.pixClearing)) ?? 0
  const path = `/admin/unmatched/${back.uid}/decide`
  expect((await post(first, path, { outcome: 'returned', note: 'x' })).data.code).toBe('malformed')
  for (const wrong of ['abc', 'D0001', `re_${'1'.repeat(29)}`])
    expect((await post(first, path, { outcome: 'returned', reference: wrong, note: 'x' })).data.code).toBe(
      'reference_invalid',
    )
  const reference = `D${'0'.repeat(30)}1`
  expect((await post(first, path, { outcome: 'returned', reference, note: 'devolvido' })).data).toMatchObject(
    {
      status: 'returned',
      decision: { reference, note: 'devolvido' },
    },
  )
  expect(await balance(account.pixClearing)).toBe(clearing + 300)
  const kept = await arrives('4.00')
  await post(first, `/admin/unmatched/${kept.uid}/decide`, { outcome: 'booked', note: 'ninguém reclamou' })
  expect(await balance(account.keptUnmatched)).toBe(400)
})

test('one return of the bank ends one arrival: its name for another is refused, also of two at once', async () => {
  const [one, other] = [await arrives('3.00'), await arrives('5.00')]
  const reference = `D${'0'.repeat(30)}7`
  const back = { outcome: 'returned', reference, note: 'devolvido' }
  const answers = await Promise.all(
    [one, other].map(({ uid }) => post(first, `/admin/unmatched/${uid}/decide`, back)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.data.code).toBe('reference_used')
})

test('it is found by the provider’s name for it, by its own number and by the beginning of that', async () => {
  const { uid, externalId } = await arrives('3.00')
  for (const text of [externalId, uid, uid.slice(0, 13)]) {
    const found = (await market.call(first, `/admin/unmatched?search=${text}`)) as unknown as {
      data: UnmatchedWire[]
    }
    expect(found.data.map((each) => each.uid)).toEqual([uid])
  }
})

test('a return is booked only where the provider does not say otherwise, and its word is shown before', async () => {
  const reference = `D${'0'.repeat(30)}9`
  const told = { amount: 0 }
  const { returnsOf } = market.ctx.pix
  onTestFinished(() => {
    market.ctx.pix.returnsOf = returnsOf
  })
  const { uid, externalId } = await arrives('3.00')
  market.ctx.pix.returnsOf = async (id) =>
    id === externalId ? [{ names: ['dev1', reference], ...told }] : []
  const asked = async (name: string) =>
    (await market.call(first, `/admin/unmatched/${uid}/return?reference=${name}`)) as unknown as {
      data: { word: string }
    }
  const decide = () =>
    post(first, `/admin/unmatched/${uid}/decide`, { outcome: 'returned', reference, note: 'devolvido' })
  expect((await asked(`D${'0'.repeat(30)}8`)).data).toEqual({ word: 'unknown' })
  // Not carried out, or not all of it.
  for (const amount of [0, 299]) {
    told.amount = amount
    expect((await asked(reference)).data).toEqual({ word: 'contradicted' })
    expect((await decide()).data.code).toBe('return_contradicted')
  }
  told.amount = 300
  expect((await asked(reference)).data).toEqual({ word: 'returned' })
  market.ctx.pix.returnsOf = () => Promise.reject(new Error('away'))
  expect((await asked(reference)).data).toEqual({ word: 'silent' })
  expect((await decide()).status).toBe(200)
})

test('of a card it is the refund of that very payment', async () => {
  const { returnedSince } = market.ctx.cards
  onTestFinished(() => {
    market.ctx.cards.returnedSince = returnedSince
  })
  const { uid } = await arrives('3.00')
  const becomes = (provider: string) =>
    market.sql`update private.unmatched_money set provider = ${provider}, external_id = 'pi_odd' where uid = ${uid}`
  await becomes('stripe')
  const word = async (intentId: string) => {
    market.ctx.cards.returnedSince = async () => [{ id: 're_odd', intentId, amount: 300, at: new Date() }]
    const answer = await market.call(first, `/admin/unmatched/${uid}/return?reference=re_odd`)
    return (answer as unknown as { data: { word: string } }).data.word
  }
  expect(await word('pi_other')).toBe('contradicted')
  expect(await word('pi_odd')).toBe('returned')
  await becomes('pix')
})

test('what each decision will write is shown before, whoever has to agree, and showing it changes nothing', async () => {
  const fan = await market.newFan()
  const { uid } = await arrives('60.00')
  const shown = (query: string, by = first) =>
    market.call(by, `/admin/unmatched/${uid}/lines?${query}`) as unknown as Promise<{ data: WrittenWire }>
  const credited = `outcome=credited&to=${fan.email}`
  expect((await shown(credited)).data).toMatchObject({
    lines: [{ debit: account.pixUnmatched, credit: account.available(fan.uid), amount: 6000 }],
    accounts: [{}, { code: account.available(fan.uid), before: 0, after: 6000 }],
  })
  expect((await shown('outcome=returned')).data.lines).toMatchObject([{ credit: account.pixClearing }])
  expect((await shown('outcome=booked')).data.lines).toMatchObject([{ credit: account.keptUnmatched }])
  expect((await shown('outcome=credited&to=ninguem@tune.test')).data).toMatchObject({
    code: 'user_not_found',
  })
  expect((await shown(`outcome=credited&to=${first.email}`)).data).toMatchObject({ code: 'own_decision' })
  expect(await market.balanceOf(fan)).toBe(0)
  expect(await market.sql`select status from private.unmatched_money where uid = ${uid}`).toEqual([
    { status: 'open' },
  ])
})

test('above the limit it takes two people, and nobody credits themselves', async () => {
  const { uid } = await arrives('60.00')
  const path = `/admin/unmatched/${uid}/decide`
  const own = { outcome: 'credited', to: first.email, note: 'para mim' }
  expect((await post(first, path, own)).data.code).toBe('own_decision')
  expect((await post(first, path, { ...own, to: 'ninguem@tune.test' })).data.code).toBe('user_not_found')
  const asked = await post(second, path, own)
  expect(asked.data).toMatchObject({ status: 'open', takesTwo: true, decision: { status: 'requested' } })
  const decision = `/admin/decisions/${asked.data.decision?.uid}`
  expect((await post(first, `${decision}/approve`)).data.code).toBe('own_decision')
  expect((await post(second, `${decision}/approve`)).data.code).toBe('second_person_due')
  expect((await post(first, path, own)).data.code).toBe('own_decision')
  expect((await post(first, `${decision}/reject`)).data.status).toBe('open')
  const fan = await market.newFan()
  const again = await post(first, path, { outcome: 'credited', to: fan.email, note: 'é dela' })
  expect((await post(second, `/admin/decisions/${again.data.decision?.uid}/approve`)).data.status).toBe(
    'credited',
  )
  expect(await market.balanceOf(fan)).toBe(6000)
})

test('a card charged twice for one payment is kept for the second charge, and the payment names it', async () => {
  const fan = await market.newFan()
  const payment = await depositByCard(market, fan, 4000)
  await deliver(market, cardEvent({ payment, total: totalOf(4000), intent: `pi_second_${payment}` }))
  await runJobs(market)
  const [kept] = await waiting()
  expect(kept).toMatchObject({
    provider: 'stripe',
    amount: totalOf(4000),
    payment: { uid: payment, email: fan.email },
    outcome: expect.stringContaining('paid what was paid before'),
  })
  expect(await balance(account.cardsUnmatched)).toBe(totalOf(4000))
  expect(await market.balanceOf(fan)).toBe(4000)
})

test('what turns out to be a payment’s is that payment’s, and is booked once', async () => {
  const fan = await market.newFan()
  const [row] = await market.sql<{ id: number; uid: string }[]>`
    insert into payments (user_id, flow, method, amount) values (${fan.uid}, 'balance', 'pix', 1000) returning id, uid`
  const endToEndId = `E${'9'.repeat(31)}`
  const txid = row?.uid.replaceAll('-', '') ?? ''
  await storePixReceipts(market.sql, [
    { endToEndId, txid, valor: '10.00', horario: new Date().toISOString() },
  ])
  await runJobs(market)
  const [kept] = (await waiting()).filter(({ externalId }) => externalId === endToEndId)
  // Its charge is written afterwards, as a restore from an older backup would.
  await market.sql`
    insert into private.pix_charges (payment_id, expires_at) values (${row?.id ?? 0}, now() + interval '1 hour')`
  const event = (await webhooks()).find(({ event: name }) => name === `pix:${endToEndId}`)
  await market.sql`update payments set fee = 0 where id = ${row?.id ?? 0}`
  await market.call(first, `/admin/webhooks/${event?.id}/replay`, {})
  await runJobs(market)
  expect(await market.balanceOf(fan)).toBe(1000)
  expect(
    (await post(first, `/admin/unmatched/${kept?.uid}/decide`, { outcome: 'booked', note: 'x' })).data.code,
  ).toBe('unmatched_settled')
})
