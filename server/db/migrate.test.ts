import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a second run applies nothing', async () => {
  expect(await migrate(database.sql, database.url)).toEqual([])
})

test('an edited migration is refused', async () => {
  await database.sql`update private.migrations set checksum = 'other' where name = '0001_roles.sql'`
  await expect(migrate(database.sql, database.url)).rejects.toThrow('was edited')
})
