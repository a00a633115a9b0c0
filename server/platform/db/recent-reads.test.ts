import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createLogger } from '../log.ts'
import { DatabaseSilent } from './pulse.ts'
import { createRecentReads } from './recent-reads.ts'
import { connect, type Sql } from './sql.ts'

const log = createLogger('silent')
let primary: TestPostgres
let other: TestPostgres
let sql: Sql
/** The primary, as read by a process to which it is never silent. */
let here: Parameters<typeof createRecentReads>[0]
beforeAll(async () => {
  ;[primary, other] = await Promise.all([startTestPostgres({}), startTestPostgres({})])
  sql = connect(primary.url, { max: 2 })
  here = { primary: sql, unlessSilent: (work) => work(), log }
})
afterAll(async () => {
  await sql.end()
  await Promise.all([primary.stop(), other.stop()])
})

const port = (one: Sql) =>
  one<[{ port: string }]>`select current_setting('port') as port`.then(([row]) => row.port)
const portOf = ({ url }: TestPostgres) => new URL(url).port

test('without a replica the primary answers', async () => {
  const recent = createRecentReads(here, undefined)
  expect(await recent.read(port)).toBe(portOf(primary))
  await recent.close()
})

test('a replica that keeps up answers; when it is gone the primary does, also for the reads under way', async () => {
  const recent = createRecentReads(here, other.url)
  try {
    await expect.poll(() => recent.read(port)).toBe(portOf(other))
    const cut = await recent.read(async (one) => {
      if ((await port(one)) === portOf(other)) await one`select pg_terminate_backend(pg_backend_pid())`
      return port(one)
    })
    expect(cut).toBe(portOf(primary))
    const left = recent.read(async (one) => {
      const answered = await port(one)
      return answered === portOf(other) ? new Promise<never>(() => {}) : answered
    })
    await other.stopServer()
    expect(await left).toBe(portOf(primary))
    await expect.poll(() => recent.read(port)).toBe(portOf(primary))
  } finally {
    await recent.close()
  }
})

test('while the primary is silent, a replica that is cut off from it answers as it is', async () => {
  const alone = await startTestPostgres({})
  await alone.becomeStandby()
  const silent = { ...here, unlessSilent: () => Promise.reject(new DatabaseSilent()) }
  const recent = createRecentReads(silent, alone.url)
  try {
    await expect.poll(() => recent.read(port).catch(() => null)).toBe(portOf(alone))
  } finally {
    await recent.close()
    await alone.stop()
  }
})

test('a fault of the question itself is not asked again', async () => {
  const recent = createRecentReads(here, primary.url)
  let asked = 0
  const wrong = recent.read((one) => {
    asked++
    return one`select 1 / 0`
  })
  await expect(wrong).rejects.toMatchObject({ code: '22012' })
  expect(asked).toBe(1)
  await recent.close()
})
