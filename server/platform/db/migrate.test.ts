import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { migrate } from './migrate.ts'
import { connect } from './sql.ts'

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

test('a migration that could not be noted was not applied', async () => {
  const url = new URL(database.url)
  const name = `${url.pathname.slice(1)}_bare`
  await database.sql.unsafe(`create database ${name} template template0`)
  url.pathname = `/${name}`
  const bare = connect(url.href, { max: 2 })
  try {
    await bare.unsafe(`
      create schema private;
      create table private.migrations (
        name text primary key check (name <> '0002_auth.sql'), checksum text, applied_at timestamptz
      )`)
    await expect(migrate(bare, url.href)).rejects.toThrow('migrations_name_check')
    expect(await bare`select name from private.migrations`).toEqual([{ name: '0001_roles.sql' }])
    expect(await bare`select to_regclass('auth.users') as made`).toEqual([{ made: null }])
  } finally {
    await bare.end()
    await database.sql.unsafe(`drop database ${name}`)
  }
})
