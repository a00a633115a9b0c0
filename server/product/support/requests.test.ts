/** A support search reads as much among many requests as among few. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sql, Tx } from '../../platform/db/sql.ts'
import { rowsRead } from '../../testing/function-cases.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { supportRequests } from './requests.ts'

const REQUESTS = 20_000

let market: Market
beforeAll(async () => {
  market = await createMarket()
  const { uid } = await market.newFan()
  await market.sql.begin(async (tx) => {
    // Nobody sends this many in an hour.
    await tx`set local session_replication_role = replica`
    await tx`
      insert into support_requests (user_id, subject, message)
      select ${uid}, 'Compras', case when n = 7 then 'o violoncelo sumiu' else 'o pagamento demora' end
      from generate_series(1, ${REQUESTS}::integer) n`
  })
  await market.sql`vacuum analyze support_requests`
})
afterAll(() => market.close())

/** The first page for a search, and how many rows of the table were read for it. */
async function search(word: string): Promise<{ found: number; read: number }> {
  return (await market.sql.begin(async (tx) => {
    const query = { search: word, order: 'newest', limit: 50, after: null, filters: {} } as const
    const { data } = await supportRequests('all').read(tx as unknown as Sql, query, crypto.randomUUID())
    return { found: data.length, read: await rowsRead(tx as unknown as Tx, 'support_requests') }
  })) as { found: number; read: number }
}

test.each([
  ['that every request has', 'pagamento', 50],
  ['that one request has', 'violoncelo', 1],
  ['that no request has', 'clarinete', 0],
])('a word %s', async (_case, word, found) => {
  const answer = await search(word)
  expect(answer.found).toBe(found)
  expect(answer.read).toBeLessThan(1500)
})
