/** What a stolen session must not do, by the product's own calls and by the table of people. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { CALLS } from '../calls.ts'
import type { Call } from './call.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

/** A session whose password was entered so many minutes ago. */
async function sessionOf(fan: TestFan, minutes: number) {
  const [session] = await market.sql<
    { id: string }[]
  >`insert into auth.sessions (user_id) values (${fan.uid}) returning id`
  const id = session?.id ?? ''
  await market.sql`
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    values (${id}, 'password', now(), now() - make_interval(mins => ${minutes}))`
  return { id, token: await market.sessionToken(fan.uid, { session_id: id }) }
}

const KEY = { pixKeyType: 'email', pixKey: 'ana@tune.test' }

test('money leaves the wallet only by a session that proved lately whose it is', async () => {
  const fan = await market.newFan(5000)
  const ask = (caller: { token: string }) => market.call(caller, '/redeem-balance', { ...KEY, amount: 1000 })
  const old = await sessionOf(fan, 16)
  expect(await market.call(old, '/proof')).toMatchObject({ data: { due: true } })
  expect(await ask(old)).toMatchObject({ status: 403, data: { code: 'proof_due' } })
  expect(await market.balanceOf(fan)).toBe(5000)
  expect((await ask(await sessionOf(fan, 14))).status).toBe(201)
  await market.sql`update auth.mfa_amr_claims set updated_at = now() where session_id = ${old.id}`
  expect(await market.call(old, '/proof')).toMatchObject({ data: { due: false } })
  expect((await ask(old)).status).toBe(201)
})

test('nobody decides about money in the back office by a session that did not', async () => {
  const admin = await market.newAdmin()
  const { token } = await sessionOf(admin, 16)
  const calls = Object.entries<Call>(CALLS).filter(([name, call]) => decidesAboutMoney(name, call))
  expect(calls.length).toBeGreaterThan(15)
  for (const [name] of calls) {
    const path = name.slice('POST '.length).replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    expect(await market.call({ token }, path, {}), name).toMatchObject({
      status: 403,
      data: { code: 'proof_due' },
    })
  }
})

test('no value goes to somebody else by a session that did not: gifts, tips and the links of gifts', async () => {
  const fan = await market.newFan(50_000)
  const project = await market.newProject({ supply: 5, price: 1000 })
  const words = 'Para você'
  const order = (beside: object) => ({ typeBuy: 'mint', UID: project.uid, ...beside })
  const [mailed, handed] = [
    { email: 'ladrao@tune.test', words },
    { email: null, words },
  ]
  const old = await sessionOf(fan, 16)
  const due = { status: 403, data: { code: 'proof_due' } }
  for (const beside of [{ gift: mailed }, { gift: handed }, { tip: { amount: 500, words } }])
    expect(await market.call(old, '/buy-token-balance', order(beside)), JSON.stringify(beside)).toMatchObject(
      due,
    )
  expect(await market.balanceOf(fan)).toBe(50_000)

  const lately = await sessionOf(fan, 14)
  expect((await market.call(lately, '/buy-token-balance', order({ gift: handed }))).status).toBe(200)
  const [gift] = await market.sql<[{ uid: string }]>`select uid from private.gifts where giver = ${fan.uid}`
  expect(await market.call(old, `/gifts/${gift.uid}/link`, {})).toMatchObject(due)
  expect((await market.call(lately, `/gifts/${gift.uid}/link`, {})).status).toBe(200)
  // What stays in the account asks for nothing.
  expect((await market.call(old, '/buy-token-balance', order({}))).status).toBe(200)
})

test('every call that spends the wallet or hands over a link declares when it asks', () => {
  // Cards and PIX bring money from outside, and are refused with a wallet below zero all the same.
  const spends = ({ refusals = [] }: Call) =>
    refusals.includes('wallet_overdrawn') && !refusals.some((code) => /^(cards|pix)_unavailable$/.test(code))
  const handsOver = ({ answer, caller }: Call) =>
    caller === 'fan' &&
    answer.kind === 'data' &&
    'entries' in answer.schema &&
    'link' in (answer.schema.entries as object)
  const calls = Object.entries<Call>(CALLS).filter(([, call]) => spends(call) || handsOver(call))
  expect(calls.map(([name]) => name).sort()).toEqual([
    'POST /buy-token-balance',
    'POST /erase-account',
    'POST /gifts/{uid}/link',
    'POST /redeem-balance',
  ])
  expect(calls.filter(([, { proof }]) => !proof)).toEqual([])
})

/** Whether it goes through the approvals, by what it can be refused with. */
function decidesAboutMoney(name: string, { caller, refusals = [] }: Call): boolean {
  const ofApprovals =
    /^(second_person_due|own_(decision|refund|debt|payout|withdrawal))$|^(refund|payout|withdrawal|write_off|decision)_decided$/
  return caller === 'admin' && name.startsWith('POST ') && refusals.some((code) => ofApprovals.test(code))
}

test('whatever pays out, says where to, gives a key, rights or all personal data away, or ends the account asks for it', () => {
  const asking = Object.entries(CALLS).filter(([, call]) => 'proof' in call && call.proof)
  expect(asking.map(([name]) => name).sort()).toEqual([
    'GET /personal-data',
    'POST /admin/activity/{uid}/refunds',
    'POST /admin/activity/{uid}/unclaimed',
    'POST /admin/artists/{uid}/account/end',
    'POST /admin/artists/{uid}/invitations',
    'POST /admin/artists/{uid}/keys',
    'POST /admin/artists/{uid}/keys/{id}/confirm',
    'POST /admin/artists/{uid}/links',
    'POST /admin/artists/{uid}/payouts',
    'POST /admin/artists/{uid}/taxes',
    'POST /admin/decisions/{uid}/approve',
    'POST /admin/decisions/{uid}/reject',
    'POST /admin/payouts/{uid}/approve',
    'POST /admin/payouts/{uid}/book',
    'POST /admin/payouts/{uid}/decide',
    'POST /admin/payouts/{uid}/reject',
    'POST /admin/projects/{uid}/split',
    'POST /admin/refunds/{uid}/approve',
    'POST /admin/refunds/{uid}/book',
    'POST /admin/refunds/{uid}/decide',
    'POST /admin/refunds/{uid}/reject',
    'POST /admin/role-changes/{uid}/confirm',
    'POST /admin/troubles/{uid}/correct',
    'POST /admin/unmatched/{uid}/decide',
    'POST /admin/users/{uid}/role',
    'POST /admin/users/{uid}/write-offs',
    'POST /admin/withdrawals/{uid}/approve',
    'POST /admin/withdrawals/{uid}/book',
    'POST /admin/withdrawals/{uid}/decide',
    'POST /admin/withdrawals/{uid}/reject',
    'POST /admin/write-offs/{uid}/approve',
    'POST /admin/write-offs/{uid}/reject',
    'POST /buy-token-balance',
    'POST /erase-account',
    'POST /gifts/{uid}/link',
    'POST /redeem-balance',
    'POST /studio/keys',
    'POST /studio/splits/{uid}/agree',
    'POST /studio/works/{uid}/split',
    'POST /wallet/key',
  ])
})
