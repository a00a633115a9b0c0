import { expect, test } from 'vitest'
import { sameDatabaseAt } from './recover.ts'

test('what was recovered is looked for in the database that the settings name', () => {
  const server = 'postgres://postgres@127.0.0.1:5433/postgres'
  expect(sameDatabaseAt(server, 'postgres://tune:secret@db.example:5432/tune?sslmode=require')).toBe(
    'postgres://postgres@127.0.0.1:5433/tune',
  )
})
