/** Names as they are stored: what people cannot tell apart is one name. */
import { afterAll, beforeAll, expect, test } from 'vitest'
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
