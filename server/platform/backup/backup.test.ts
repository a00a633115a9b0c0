// @module-tag release
/** Backup, wipe, restore: what comes back is what was there, byte for byte, or nothing comes back at all. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../testing/database.ts'
import { createMarket, type Market } from '../../testing/market.ts'
import { STORES } from '../../testing/stores.ts'
import { connect, type Sql } from '../db/sql.ts'
import type { Files } from '../files/files.ts'
import { filesInFolder } from '../files/folder.ts'
import { backUp, tablePath } from './back-up.ts'
import { readManifest, writeManifest } from './manifest.ts'
import { restore } from './restore.ts'

let market: Market
let folder: string
/** What people have stored. */
const files = () => filesInFolder(join(folder, 'data/storage'))
const COVER = randomBytes(5000)
const filled = (stored: Files) => stored.put('images/cover', COVER)
beforeAll(async () => {
  market = await createMarket()
  folder = await mkdtemp(join(tmpdir(), 'tune-backup-'))
  // A market with everything in it: money held, a unit won, a bid lost, queued notifications, a purchase, a stored
  // file.
  const auction = await market.newAuction({ units: 2 })
  const fans = [await market.newFan(9000), await market.newFan(9000), await market.newFan(9000)]
  for (const [index, fan] of fans.entries()) await market.bid(fan, auction, 2000 + 100 * index)
  await market.endWindows(auction)
  await market.settleAll()
  const open = await market.newProject()
  await market.call(await market.newFan(9000), '/buy-token-balance', { typeBuy: 'mint', UID: open.uid })
  await filled(files())
})
afterAll(async () => {
  await market.close()
  await rm(folder, { recursive: true, force: true })
})

/** An empty database. */
async function emptyDatabase(): Promise<{ sql: Sql; url: string; stored: Files }> {
  const { sql, url, drop } = await createTestDatabase({ empty: true })
  onTestFinished(drop)
  return { sql, url, stored: filesInFolder(join(folder, new URL(url).pathname)) }
}
const freshBackup = async (stored = files()) => {
  const place = join(folder, randomBytes(6).toString('hex'))
  await backUp(market.sql, stored, place)
  return place
}

/** A store of that kind, until the test ends. */
async function opened({ openStore }: (typeof STORES)[number]): Promise<Files> {
  const { files, close } = await openStore()
  onTestFinished(close)
  return files
}

test.each(STORES)(
  'everything comes back from $store and to it: each row, sequence and file; the books are in order',
  async (kind) => {
    const source = await opened(kind)
    await filled(source)
    const place = await freshBackup(source)
    const before = await readManifest(place)
    expect((await stat(place)).mode & 0o077).toBe(0)
    expect(before.tables.find(({ name }) => name === 'public.bids')?.rows).toBe(3)
    expect(before.tables.find(({ name }) => name === 'graphile_worker._private_jobs')?.rows).toBeGreaterThan(
      0,
    )

    const { sql, url } = await emptyDatabase()
    const stored = await opened(kind)
    await restore(sql, url, stored, place)
    // What PIX did since is not among the rows: payouts wait until it has been compared.
    expect(await sql`select from private.restorations where compared_at is null`).toHaveLength(1)
    const after = await backUp(sql, stored, join(folder, randomBytes(6).toString('hex')))
    expect({ ...after, at: '' }).toEqual({ ...before, at: '' })
    for (const view of [
      'ledger.faults',
      'ledger.withdrawal_faults',
      'ledger.return_faults',
      'market.faults',
    ]) {
      expect(await sql.unsafe(`select * from ${view}`)).toEqual([])
    }
    expect(await stored.read('images/cover')).toEqual(COVER)
    const other = await emptyDatabase()
    await expect(restore(other.sql, other.url, stored, place)).rejects.toThrow(`${stored.name} is not empty`)
    // Rules and keys hold again for new rows.
    await expect(sql`update ledger.transfers set amount = 1`).rejects.toThrow()
    const [row] = await sql`select nextval('payments_id_seq') > (select max(id) from payments) as fresh`
    expect(row).toEqual({ fresh: true })
  },
)

test('a table of which a row is missing or changed, that is cut off or gone, is named, and nothing is begun', async () => {
  for (const damage of [
    (text: string) => gzipSync(text.slice(text.indexOf('\n') + 1)),
    (text: string) => gzipSync(text.replace('2100', '2101')),
    (text: string) => gzipSync(text).subarray(0, -9),
    () => Buffer.from('no archive at all'),
    () => null,
  ]) {
    const place = await freshBackup()
    const path = tablePath(place, 'public.bids')
    const damaged = damage(gunzipSync(await readFile(path)).toString())
    await (damaged ? writeFile(path, damaged) : rm(path))
    const { sql, url, stored } = await emptyDatabase()
    await expect(restore(sql, url, stored, place)).rejects.toThrow('public.bids is damaged')
    expect(await sql`select to_regclass('public.users') as users`).toEqual([{ users: null }])
  }
})

test('what an interrupted restore leaves, the next one accepts: tables without rows, and some of the files', async () => {
  const place = await freshBackup()
  const { sql, url, stored } = await emptyDatabase()
  const cut: Files = { ...stored, put: () => Promise.reject(new Error('killed')) }
  await expect(restore(sql, url, cut, place)).rejects.toThrow('killed')
  await filled(stored)
  await restore(sql, url, stored, place)
  expect(await sql`select from bids`).toHaveLength(3)
  await expect(restore(sql, url, stored, place)).rejects.toThrow('in use')
})

test('a backup that cannot go on is given up with a sentence, keeps nothing, and holds nothing up', async () => {
  const holder = await market.sql.reserve()
  const free = () => holder`rollback`
  onTestFinished(async () => {
    await free()
    holder.release()
  })
  await holder`begin`
  await holder`lock table bids`
  const sql = connect(market.ctx.env.DATABASE_URL, { max: 2 })
  const place = join(folder, 'given-up')
  const lines: string[] = []
  const watching = { stallMs: 4000, tell: (line: string) => lines.push(line), tellEveryMs: 100 }
  await expect(backUp(sql, files(), place, watching)).rejects.toThrow(
    /Nothing has moved .* public\.bids, table/,
  )
  await expect(stat(place)).rejects.toThrow('ENOENT')
  // Its transaction has ended as well, while the lock still stands.
  const waiting = () => market.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting).toHaveLength(0)
  expect(lines.at(-1)).toMatch(/ MB, now public\.bids, table \d+ of \d+$/)
  await free()
  await sql.end()
})

test('a stored file that was changed, another version, or a database in use: refused before anything is touched', async () => {
  const place = await freshBackup()
  await writeFile(join(place, 'storage/images/cover'), 'another')
  const { sql, url, stored } = await emptyDatabase()
  await expect(restore(sql, url, stored, place)).rejects.toThrow('images/cover is damaged')
  expect(await sql`select to_regclass('public.users') as users`).toEqual([{ users: null }])

  const other = await freshBackup()
  const manifest = await readManifest(other)
  await writeManifest(other, { ...manifest, migrations: manifest.migrations.slice(0, -1) })
  await expect(restore(sql, url, stored, other)).rejects.toThrow('another version of the product')
  await expect(restore(market.sql, url, stored, other)).rejects.toThrow('in use')

  const escaping = [{ path: 'images/../../../server.env', sha256: '' }]
  await writeManifest(other, { ...manifest, files: escaping })
  await expect(restore(sql, url, stored, other)).rejects.toThrow('of another format, or damaged')
  // Foreseeable faults are reported in a sentence, and nothing is written.
  await expect(backUp(market.sql, stored, other)).rejects.toThrow(`${other} exists already`)
  await expect(backUp(market.sql, stored, join(other, 'no', 'such'))).rejects.toThrow('is no folder')
})
