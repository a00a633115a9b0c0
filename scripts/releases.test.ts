// @module-tag release
/**
 * A database of every release comes up to date: its rows as they were, its schema as a new one's, its books balanced.
 */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listSequences, listTables } from '#server/platform/backup/contents.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { storePlatformWallet } from '#server/platform/platform-wallet.ts'
import { ROOT } from '#server/platform/root.ts'
import { settleDue } from '#server/product/market/settle.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { describeSchema } from './describe-schema.ts'
import { dumpRows } from './release/dump.ts'
import { readEverything } from './release/read-everything.ts'
import { RELEASES, readRelease, restoreRelease } from './release/restore.ts'

const PLATFORM_WALLET = `0x${'22'.repeat(20)}`
/** The rows a release must contain, lest the dump prove nothing. */
const USED = [
  "public.bids where status = 'winner'",
  "public.mints where status = 'solded'",
  "public.mints where status_song = 'played'",
  "public.payments where method = 'pix' and status like 'succeded%'",
  "public.payments where method = 'card' and status like 'succeded%'",
  "public.redeem_balance where status = 'paid'",
  "private.artist_payouts where status = 'paid'",
  'private.refunds',
  "private.disputes where status = 'lost'",
  'public.notifications',
  'market.log',
  "ledger.holds where status = 'held'",
]

async function contentsOf(sql: Sql): Promise<unknown[]> {
  const contents: unknown[] = [...(await listSequences(sql))]
  for (const { name } of await listTables(sql))
    contents.push({
      name,
      rows: (await sql.unsafe(`select t::text from ${name} t order by 1`)).map(({ t }) => t),
    })
  return contents
}

async function faultsOf(sql: Sql): Promise<unknown[]> {
  const views = await sql<{ view: string }[]>`
    select oid::regclass::text as view from pg_class where relkind = 'v' and relname like '%faults' order by 1`
  expect(views.length).toBeGreaterThanOrEqual(7)
  const found = await Promise.all(
    views.map(async ({ view }) =>
      (await sql.unsafe(`select * from ${view}`)).map((row) => ({ view, ...row })),
    ),
  )
  return found.flat()
}

test.each(readdirSync(RELEASES))('%s', async (file) => {
  const { sql, url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  await restoreRelease(sql, url, await readRelease(file))
  const counts = () =>
    Promise.all(USED.map(async (rows) => (await sql.unsafe(`select count(*)::int as n from ${rows}`))[0]?.n))
  const before = await counts()
  expect(before.filter((count) => count === 0)).toEqual([])

  expect(await migrate(sql, url)).not.toEqual([])
  expect(await counts()).toEqual(before)
  expect(await describeSchema(sql)).toBe(await readFile(join(ROOT, 'db/schema.sql'), 'utf8'))
  expect(await faultsOf(sql)).toEqual([])
  expect(await migrate(sql, url)).toEqual([])

  // And it works, once a server has stored the platform's wallet: all of it can be read, windows end, units go to the
  // standing bids, and no centavo is lost.
  await storePlatformWallet(sql, PLATFORM_WALLET)
  expect(await readEverything(sql)).toBeGreaterThan(100)
  await sql`update mints set will_expire_at = clock_timestamp() where status = 'minted'`
  expect(await settleDue(sql)).toBeGreaterThan(0)
  expect(await faultsOf(sql)).toEqual([])
})

test('the dump that a release makes loads again, to the row', async () => {
  const [released, loaded] = [
    await createTestDatabase({ empty: true }),
    await createTestDatabase({ empty: true }),
  ]
  onTestFinished(released.drop)
  onTestFinished(loaded.drop)
  const latest = readdirSync(RELEASES).toSorted().at(-1) as string
  await restoreRelease(released.sql, released.url, await readRelease(latest))
  await migrate(released.sql, released.url)

  await restoreRelease(loaded.sql, loaded.url, await dumpRows(released.sql))
  expect(await contentsOf(loaded.sql)).toEqual(await contentsOf(released.sql))
  await migrate(loaded.sql, loaded.url)
  expect(await faultsOf(loaded.sql)).toEqual([])
})
