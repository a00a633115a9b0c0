/** Names as they are stored: what people cannot tell apart is one name. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasAddress } from '#domain/address.ts'
import { createMarket, type Market } from '../../testing/market.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket()
})
afterAll(() => market.close())

async function kept(typed: string): Promise<string | null> {
  const { uid } = await market.newFan()
  const [row] = await market.sql<{ nickname: string | null }[]>`
    update users set nickname = ${typed}, is_complete_profile = false where uid = ${uid} returning nickname`
  return row?.nickname ?? null
}

test('a nickname is kept as it is seen', async () => {
  expect(await kept('  Zé\u200b do\u00a0Mar\u202e ')).toBe('Zé do\u00a0Mar')
  expect(await kept('Jose\u0301')).toBe('Jos\u00e9')
  expect(await kept('Ad\u200dmin')).toBe('Admin')
  expect(await kept('Lia 👩\u200d🎤')).toBe('Lia 👩\u200d🎤')
  expect(await kept('\u200b\u2060')).toBeNull()
})

test('nobody takes a name that looks like another’s', async () => {
  await kept('Brisa')
  await expect(kept('bri\u200bsa')).rejects.toMatchObject({ constraint_name: 'users_nickname_key' })
})

const ADDRESSES = [
  'https://evil.test',
  'evil.test/now',
  'ver www.golpe',
  'coisa.música/1',
  'maria.de',
  'x 1a.zip',
  'evil。shop',
  'A.COM',
]
const NAMES = [
  'Zé do Mar',
  'joao.silva',
  'amo.você',
  'J.R. Lima',
  'Nº 1.5',
  'Ana...',
  'dona www',
  'fim. Depois',
  'lia_serra',
  'R$ 1.500,00',
]

test.each([...ADDRESSES, ...NAMES])(
  'domain and database agree on whether %s holds an address',
  async (text) => {
    const [row] = await market.sql`select private.has_address(${text}) as found`
    expect([row?.found, hasAddress(text)]).toEqual(Array(2).fill(ADDRESSES.includes(text)))
  },
)

test('a nickname is no address, and no line break is kept; one from before the rule stays', async () => {
  for (const address of ADDRESSES) await expect(kept(address)).rejects.toMatchObject({ code: 'PT422' })
  expect(await kept('Duas\nlinhas\u0007')).toBe('Duaslinhas')
  const { uid } = await market.newFan()
  await market.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update users set nickname = 'velho.site' where uid = ${uid}`
  })
  await market.sql`update users set language = 'en', nickname = 'velho.site' where uid = ${uid}`
  expect(await market.sql`select nickname from users where uid = ${uid}`).toEqual([
    { nickname: 'velho.site' },
  ])
})
