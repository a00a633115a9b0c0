/** Questions that travel together are answered as each would be alone, whoever asks. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVersionReader } from '../../platform/db/version.ts'
import type { PersonClaims } from '../../platform/http/access-token.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { createBalanceReader } from '../wallet/balance.ts'
import { createAccountCheck } from './check-account.ts'

let market: Market
let people: PersonClaims[]

const claimsOf = (sub: string, claims: object = {}) =>
  ({ sub, role: 'authenticated', exp: Number.MAX_SAFE_INTEGER, ...claims }) as PersonClaims

beforeAll(async () => {
  market = await createMarket()
  const { sql } = market
  const [fan, rich, bidder, admin, closed, begun, strong] = await Promise.all([
    market.newFan(),
    market.newFan(123_456),
    market.newFan(10_000),
    market.newAdmin(),
    market.newFan(700),
    market.newFan(),
    market.newFan(5000),
  ])
  await market.bid(bidder, await market.newAuction(), 5000)
  await sql`update users set is_active = false where uid = ${closed.uid}`
  await sql`update users set is_complete_profile = false, language = 'en' where uid = ${begun.uid}`
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${strong.uid}, 'totp', 'verified', 'JBSWY3DPEHPK3PXP')`
  const sessions = await sql<{ id: string; user_id: string }[]>`
    insert into auth.sessions (user_id, not_after)
    values (${fan.uid}, null), (${rich.uid}, now() - interval '1 second'), (${strong.uid}, null)
    returning id, user_id`
  const sessionOf = (uid: string) => ({ session_id: sessions.find(({ user_id }) => user_id === uid)?.id })
  people = [
    ...[fan, rich, bidder, admin, closed, begun, strong].map(({ uid }) => claimsOf(uid)),
    ...[fan, rich].map(({ uid }) => claimsOf(uid, sessionOf(uid))),
    ...['aal1', 'aal2'].map((aal) => claimsOf(strong.uid, { ...sessionOf(strong.uid), aal })),
    // A session that has ended, one of somebody else, somebody who is not there, and ids that are none.
    claimsOf(fan.uid, { session_id: randomUUID() }),
    claimsOf(bidder.uid, sessionOf(fan.uid)),
    claimsOf(randomUUID()),
    claimsOf('nobody'),
    claimsOf(fan.uid, { session_id: "'; drop table users" }),
  ]
})
afterAll(() => market.close())

test('session, account, money and history: many at once, or one by one', async () => {
  const { sql } = market
  const uids = people.map(({ sub }) => sub).filter((sub) => sub !== 'nobody')
  const alone = {
    accounts: await Promise.all(people.map((claims) => createAccountCheck(sql)(claims, null))),
    balances: await Promise.all(uids.map((uid) => createBalanceReader(sql)(uid))),
  }
  expect(new Set(alone.accounts.map(({ session }) => session))).toEqual(
    new Set(['good', 'ended', 'second_factor_due']),
  )
  expect(new Set(alone.accounts.map(({ fan }) => fan?.isNewcomer))).toEqual(new Set([true, false, undefined]))
  const checkAccount = createAccountCheck(sql)
  const readBalance = createBalanceReader(sql)

  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(people.length - 1), { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat(uids.length - 1), { minLength: 1, maxLength: 40 }),
      async (asking, reading) => {
        const [accounts, balances] = await Promise.all([
          Promise.all(asking.map((who) => checkAccount(people[who] as PersonClaims, null))),
          Promise.all(reading.map((who) => readBalance(uids[who] as string))),
        ])
        expect(accounts).toEqual(asking.map((who) => alone.accounts[who]))
        expect(balances).toEqual(reading.map((who) => alone.balances[who]))
      },
    ),
    { numRuns: 60 },
  )
})

test('what has changed about an account counts at once: its profile, its language, its end', async () => {
  const { sql } = market
  const check = createAccountCheck(sql)
  const readVersion = createVersionReader(sql)
  const fan = await market.newFan()
  const [session] = await sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${fan.uid}) returning id`
  const claims = claimsOf(fan.uid, { session_id: session?.id })
  const look = async () => check(claims, await readVersion())
  expect(await look()).toMatchObject({ session: 'good', fan: { language: 'pt', isActive: true } })
  await sql`update users set language = 'en' where uid = ${fan.uid}`
  expect((await look()).fan?.language).toBe('en')
  await sql`update users set is_active = false where uid = ${fan.uid}`
  expect((await look()).fan?.isActive).toBe(false)
  await sql`delete from auth.sessions where id = ${session?.id ?? ''}`
  expect((await look()).session).toBe('ended')
})
