// @module-tag release
/** A database that is lost comes back as it was at a second, from what its archive has. */
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/db/migrate.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { openS3 } from '#server/platform/files/s3.ts'
import { startEmulators } from '#server/testing/emulators.ts'
import { createMarket, type Market } from '#server/testing/market.ts'
import { s3Of } from '#server/testing/stores.ts'
import { ensureEngine } from '../engines.ts'
import { freePort } from '../free-port.ts'
import { postgresOwner, type RunningPostgres, startPostgres } from '../postgres.ts'
import { type Archive, archiving, openArchive, takeBackup } from './archive.ts'
import { NotRecovered, recover } from './recover.ts'

const SETUP_MS = 120_000

describe.skipIf(!ensureEngine('barman-cloud-backup'))('a database with an archive', () => {
  let emulators: Awaited<ReturnType<typeof startEmulators>>
  let folder: string
  let archive: Archive
  let server: RunningPostgres
  let market: Market
  let database: string
  /** Between what must come back and what must not. */
  let instant: Date
  let known: object[]

  beforeAll(async () => {
    emulators = await startEmulators()
    folder = await mkdtemp(join(tmpdir(), 'tune-archive-'))
    const keys = join('/var/tmp', `tune-archive-${randomUUID()}`)
    archive = await openArchive(s3Of(emulators.origin), keys, postgresOwner())
    const settings = { ...archiving(archive, 1), max_wal_senders: '20' }
    server = await startPostgres({ dataDir: join(folder, 'lost'), port: await freePort(), settings })
    await makeTemplate(server.url)
    market = await createMarket({ adminUrl: server.url })
    const [row] = await market.sql<{ name: string }[]>`select current_database() as name`
    database = row?.name as string
    await deal()
    await takeBackup(archive, server.url)
    await deal()
    known = await books(market.sql)
    instant = await clock(market.sql)
    await sleep(5)
    await deal()
    await market.sql`drop schema ledger cascade`
    await archived(market.sql)
    // The disk is gone.
    const [pid] = (await readFile(join(server.files, 'postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
    await rm(server.files, { recursive: true, force: true, maxRetries: 10 })
  }, SETUP_MS)

  afterAll(async () => {
    await market.sql.end({ timeout: 1 })
    await emulators.close()
    for (const path of [folder, dirname(archive.config), dirname(server.files)])
      await rm(path, { recursive: true, force: true, maxRetries: 10 })
  })

  /** Money, a unit sold, and a bid. */
  async function deal(): Promise<void> {
    const auction = await market.newAuction({ units: 2 })
    const { status } = await market.bid(await market.newFan(9000), auction, 4000)
    expect(status).toBe(200)
  }

  test('is as it was at the second, with its books in order, and goes on', {
    timeout: SETUP_MS,
  }, async () => {
    const port = await freePort()
    const restored = await recover(archive, { instant, dataDir: join(folder, 'restored'), port })
    const sql = connect(restored.url.replace(/\/postgres$/, `/${database}`), { max: 1 })
    try {
      expect(await books(sql)).toEqual(known)
      const views = await sql<{ name: string }[]>`
        select format('%I.%I', schemaname, viewname) as name from pg_views
        where schemaname in ('ledger', 'market') and viewname like '%faults'`
      expect(views.length).toBeGreaterThan(3)
      for (const { name } of views) expect(await sql.unsafe(`select * from ${name}`)).toEqual([])
      // It writes again, and is no second copy of the history that was lost.
      await sql`update users set language = 'en'`
      expect(await sql`select timeline_id as timeline from pg_control_checkpoint()`).toEqual([
        { timeline: 2 },
      ])
    } finally {
      await sql.end({ timeout: 1 })
      await restored.stop()
      await rm(dirname(restored.files), { recursive: true, force: true })
    }
  })

  test('is not restored over anything, nor to before its first backup', async () => {
    const dataDir = join(folder, 'taken')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'mine'), '')
    const port = await freePort()
    await expect(recover(archive, { instant, dataDir, port })).rejects.toThrow(NotRecovered)
    expect(await readdir(dataDir)).toEqual(['mine'])
    const early = recover(archive, { instant: new Date(0), dataDir: join(folder, 'early'), port })
    await expect(early).rejects.toThrow('There is no backup from before 1970-01-01')
  })

  test('is not restored to an instant beyond its log, which is said', { timeout: SETUP_MS }, async () => {
    const beyond = new Date(Date.now() + 60_000)
    const dataDir = join(folder, 'beyond')
    const never = recover(archive, { instant: beyond, dataDir, port: await freePort() })
    await expect(never).rejects.toThrow('recovery ended before configured recovery target was reached')
  })

  test('is not restored when the log is missing, which is said', {
    timeout: SETUP_MS,
  }, async () => {
    const store = openS3(archive.store, 'database/tune/wals/')
    const pieces: string[] = []
    for await (const { key } of store.list()) pieces.push(key)
    expect(pieces.length).toBeGreaterThan(1)
    await store.remove(pieces)
    const dataDir = join(folder, 'gap')
    const broken = recover(archive, { instant, dataDir, port: await freePort() })
    await expect(broken).rejects.toThrow(/was not reached: .*could not locate required checkpoint record/s)
    await expect(readdir(dataDir)).rejects.toThrow('ENOENT')
  })
})

async function makeTemplate(url: string): Promise<void> {
  const admin = connect(url, { max: 1 })
  await admin`create database tune_template`
  await admin.end()
  const templateUrl = url.replace(/\/postgres$/, '/tune_template')
  const template = connect(templateUrl, { max: 2 })
  await migrate(template, templateUrl)
  await template.end()
}

async function clock(sql: Sql): Promise<Date> {
  // Postgres counts microseconds; what was committed in this very millisecond belongs to it.
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() + interval '1 ms' as now`
  return row?.now as Date
}

/** Every account's balance, every payment and its state. */
async function books(sql: Sql): Promise<object[]> {
  return [
    ...(await sql<object[]>`select code, balance from ledger.accounts order by code`),
    ...(await sql<object[]>`select uid, status, amount from payments order by uid`),
  ]
}

/** Resolves once everything written so far is in the archive. */
async function archived(sql: Sql): Promise<void> {
  // A switch that finds nothing to switch names the piece after, which may never fill: the timer can come first.
  const [row] = await sql<{ piece: string }[]>`
    select pg_walfile_name(pg_logical_emit_message(true, 'tune', 'everything before this')) as piece`
  await sql`select pg_switch_wal()`
  for (let attempt = 0; attempt < 600; attempt++) {
    const [last] = await sql<
      { piece: string | null }[]
    >`select last_archived_wal as piece from pg_stat_archiver`
    if ((last?.piece ?? '') >= (row?.piece as string)) return
    await sleep(50)
  }
  throw new Error('the log does not arrive in the archive')
}
