/**
 * Rows that a COPY sends: however many, and however slowly they are taken, its connection answers afterwards.
 */
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect, type Sql } from './sql.ts'

function oneConnection(): Sql {
  const sql = connect(inject('postgresUrl'), { max: 1 })
  onTestFinished(() => sql.end({ timeout: 1 }))
  return sql
}

const rows = (sql: Sql, count: number) =>
  sql.unsafe(`copy (select repeat('x', 199) from generate_series(1, ${count})) to stdout`).readable()

/** Takes a chunk only when everything else that waits has had its turn. */
const slowly = (sizes: number[]) =>
  new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, done) {
      sizes.push(chunk.length)
      setImmediate(done)
    },
  })

test.each([1, 40, 81, 82, 83, 100, 328, 1000, 1310, 3000, 8000, 30_000])('%i rows', async (count) => {
  const sql = oneConnection()
  const sizes: number[] = []
  await pipeline(await rows(sql, count), slowly(sizes))
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count * 200)
  expect(await sql`select 1 as answer`).toEqual([{ answer: 1 }])
})

test('a reader that gives up in the middle', async () => {
  const sql = oneConnection()
  const source = await rows(sql, 30_000)
  await new Promise((resolve) => source.once('data', resolve))
  source.destroy()
  expect(await sql`select 1 as answer`).toEqual([{ answer: 1 }])
})
