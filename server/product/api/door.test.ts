/** Bodies that no endpoint expects. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

test.each(['/projects?search=a%00b', '/statement/%00', '/projects/%00/public'])(
  'a null character in an address is in no column: %s',
  async (path) => {
    expect(await market.call(await market.newFan(), path)).toMatchObject({
      status: 400,
      data: { code: 'malformed' },
    })
  },
)

test('whoever has signed out moves no money, however lately their session was looked at', async () => {
  const fan = await market.newFan(5000)
  const [session] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${fan.uid}) returning id`
  const caller = { token: await market.sessionToken(fan.uid, { session_id: session?.id }) }
  expect((await market.call(caller, '/balance')).status).toBe(200)
  await market.sql`delete from auth.sessions where user_id = ${fan.uid}`
  const project = await market.newProject()
  const auction = await market.newAuction()
  for (const [path, body] of [
    ['/redeem-balance', { pixKeyType: 'email', pixKey: 'ana@tune.test', amount: 777 }],
    ['/buy-token-balance', { typeBuy: 'mint', UID: project.uid }],
    ['/buy-token-balance', { typeBuy: 'bid', UID: auction.uid, amount: 3000 }],
    ['/buy-token-pix', { typeBuy: 'balance', UID: '', amount: 3000 }],
    ['/buy-token', { paymentMethodId: 'pm_card_visa', typeBuy: 'balance', UID: '', amount: 3000 }],
  ] as const) {
    expect(await market.call(caller, path, body)).toMatchObject({
      status: 401,
      data: { code: 'unauthenticated' },
    })
  }
  expect(await market.balanceOf(fan)).toBe(5000)
})

test.each([
  ['/balance', undefined],
  ['/projects', undefined],
  ['/play', { UID: crypto.randomUUID(), device: 'phone', takeOver: false }],
  ['/buy-token-balance', { typeBuy: 'mint', UID: crypto.randomUUID() }],
  ['/buy-token-balance', { typeBuy: 'bid', UID: crypto.randomUUID(), amount: 2000 }],
])(
  'a session without a profile row is of somebody whose profile is incomplete: %s %o',
  async (path, body) => {
    const uid = crypto.randomUUID()
    await market.sql`insert into auth.users (id, email) values (${uid}, ${`${uid}@tune.test`})`
    const [session] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${uid}) returning id`
    const token = await market.sessionToken(uid, { session_id: session?.id })
    expect(await market.call({ token }, path, body)).toMatchObject({
      status: 403,
      data: { code: 'profile_incomplete' },
    })
    // Once it has ended, only the end counts.
    await market.sql`delete from auth.sessions where user_id = ${uid}`
    const other = await market.sessionToken(uid, { session_id: crypto.randomUUID() })
    expect(await market.call({ token: other }, path, body)).toMatchObject({
      status: 401,
      data: { code: 'unauthenticated' },
    })
  },
)

test('whoever comes back to an account that was closed learns why, though its sessions have ended', async () => {
  const fan = await market.newFan()
  const [session] = await market.sql<{ id: string }[]>`
    insert into auth.sessions (user_id) values (${fan.uid}) returning id`
  const caller = { token: await market.sessionToken(fan.uid, { session_id: session?.id }) }
  expect((await market.call(caller, '/balance')).status).toBe(200)
  await market.sql`update users set is_active = false where uid = ${fan.uid}`
  expect(
    await market.sql`select from auth.sessions where user_id = ${fan.uid} and coalesce(not_after > now(), true)`,
  ).toHaveLength(0)
  expect(await market.call(caller, '/balance')).toMatchObject({
    status: 403,
    data: { code: 'account_inactive' },
  })
})
