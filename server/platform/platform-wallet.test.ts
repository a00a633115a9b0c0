import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { Tx } from './db/sql.ts'
import { readPlatformWallet, storePlatformWallet } from './platform-wallet.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const read = () => database.sql.begin((tx) => readPlatformWallet(tx as unknown as Tx))
const [one, another] = [`0x${'Aa'.repeat(20)}`, `0x${'22'.repeat(20)}`]

test('until a server has said which it is, nothing is paid to nobody', async () => {
  await expect(read()).rejects.toMatchObject({ code: 'P0002' })
})

test('it is as it was given last', async () => {
  await Promise.all([storePlatformWallet(database.sql, one), storePlatformWallet(database.sql, one)])
  expect(await read()).toBe(one)
  await storePlatformWallet(database.sql, another)
  expect(await read()).toBe(another)
  await expect(storePlatformWallet(database.sql, 'nobody')).rejects.toMatchObject({ code: '23514' })
  await expect(database.sql`insert into private.platform values (false, ${one})`).rejects.toMatchObject({
    code: '23514',
  })
})
