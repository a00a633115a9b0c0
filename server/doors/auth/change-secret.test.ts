import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { changeSecret } from './change-secret.ts'
import { decrypt, encrypt } from './secrets.ts'

const [OLD, NEW, WRONG] = ['old', 'new', 'wrong'].map((word) => word.padEnd(32, '.')) as [
  string,
  string,
  string,
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  const { sql } = database
  const [user] = await sql<[{ id: string }]>`
    insert into auth.users (id, email) values (gen_random_uuid(), 'ana@tune.test') returning id`
  await sql`
    insert into auth.mfa_factors (user_id, factor_type, status, secret)
    values (${user.id}, 'totp', 'verified', ${encrypt(OLD, 'factor secrets', 'JBSWY3DPEHPK3PXP')})`
  await sql`insert into auth.sessions (user_id) values (${user.id})`
})
afterAll(() => database.drop())

const change = (from: string) => database.sql.begin((tx) => changeSecret(tx, from, NEW))
const sealed = async () => {
  const [factor] = await database.sql<[{ secret: string }]>`select secret from auth.mfa_factors`
  return factor.secret
}

test('a wrong old secret changes nothing; the right one opens every factor under the new, and ends sessions', async () => {
  await expect(change(WRONG)).rejects.toThrow()
  expect(await database.sql`select from auth.sessions`).toHaveLength(1)
  expect(decrypt(OLD, 'factor secrets', await sealed())).toBe('JBSWY3DPEHPK3PXP')

  expect(await change(OLD)).toBe(1)
  expect(decrypt(NEW, 'factor secrets', await sealed())).toBe('JBSWY3DPEHPK3PXP')
  expect(await database.sql`select from auth.sessions`).toHaveLength(0)
})
