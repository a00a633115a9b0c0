/** What a contract says of an address that names nothing is what its handler answers. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMarket, type Market, type TestFan } from '../../testing/market.ts'
import { CALLS } from '../calls.ts'
import type { Call } from './call.ts'

let market: Market
let admin: TestFan
let fan: TestFan
beforeAll(async () => {
  market = await createMarket()
  ;[admin, fan] = [await market.newAdmin(), await market.newFan()]
})
afterAll(() => market.close())

/** What calls cannot do without beside their address. */
const QUERY = '?month=2026-01&amount=1&reference=D123'

const named = Object.entries<Call>(CALLS).filter(
  ([name, { unknown }]) => /^GET .*\{(uid|id|movement)\}/.test(name) && unknown !== undefined,
)

test.each(named)('%s', async (name, { caller, unknown }) => {
  const path = name
    .replace('GET ', '')
    .replace('{uid}', randomUUID())
    .replace(/\{(id|movement)\}/, '987654321')
  const by = caller === 'admin' ? admin : caller === 'fan' ? fan : null
  const answer = await market.call(by, path + QUERY)
  expect(answer).toMatchObject({ data: { code: unknown } })
})
