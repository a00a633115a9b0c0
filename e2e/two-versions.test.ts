/** The release before beside today's, on one database, as during an upgrade: both serve, and the books are in order. */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { freePort } from '../scripts/free-port.ts'
import { leash, release } from '../scripts/leash.mjs'
import { freePorts, type RunningWorld, removeData, settingsOf, startWorld } from '../scripts/start-world.ts'
import { DEMO_FAN, expect, RELEASE, test } from './fixtures.ts'

const ROOT = join(import.meta.dirname, '..')
/** The commit that release 0.1 was made from (db/releases/0.1.sql.gz). */
const RELEASED = 'd675f5d'
/** Not in a clone without history. */
const hasRelease = spawnSync('git', ['cat-file', '-e', `${RELEASED}^{commit}`], { cwd: ROOT }).status === 0

let dataDir: string
let world: RunningWorld
let before: ChildProcess | undefined
let sql: postgres.Sql
/** Where each version answers. */
const at = { today: '', before: '' }

test.beforeAll(async () => {
  if (!hasRelease) return
  dataDir = await mkdtemp(join(tmpdir(), 'tune-versions-'))
  const port = await freePorts('world')
  world = await startWorld({ port, dataDir, kind: 'world' })
  at.today = `http://localhost:${port}`
  sql = postgres(`postgres://postgres@127.0.0.1:${port + 2}/postgres`, { max: 1 })
  before = await startRelease(join(dataDir, 'before'))
})
test.afterAll(async () => {
  if (!hasRelease) return
  if (before) await release(before)
  await sql.end()
  await world.stop()
  await removeData(dataDir)
})

/** Its sources with today's packages, and the settings of today's world with what only that release needs. */
async function startRelease(folder: string): Promise<ChildProcess> {
  await mkdir(folder)
  const unpacked = spawnSync('/bin/sh', ['-c', `git archive ${RELEASED} | tar -x -C "${folder}"`], {
    cwd: ROOT,
  })
  if (unpacked.status !== 0) throw new Error(String(unpacked.stderr))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const settings = settingsOf(dataDir)
  const port = await freePort()
  at.before = `http://localhost:${port}`
  const child = leash(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      ...settings,
      VIDEO_EMBED_URL: settings.VIDEO_CDN_URL,
      PORT: String(port),
    },
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output?.on('data', (some) => (said += some))
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null)
      throw new Error(`release 0.1 ended with ${child.exitCode}: ${said.slice(-2000)}`)
    if (
      await fetch(`${at.before}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child
    await sleep(100)
  }
  throw new Error(`release 0.1 did not start: ${said.slice(-2000)}`)
}

type Headers = Record<string, string>

async function signIn(url: string, account: { email: string; password: string }): Promise<Headers> {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(answer.status, url).toBe(200)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function post(url: string, headers: Headers, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  expect(answer.status, `${url}${path} ${await answer.clone().text()}`).toBe(200)
}

const balanceAt = async (url: string, headers: Headers): Promise<number> => {
  const answer = await fetch(`${url}/api/v1/balance`, { headers })
  return ((await answer.json()) as { data: { data: { balance: number } } }).data.data.balance
}

async function projectNamed(name: string): Promise<{ uid: string; price: number }> {
  const [project] = await sql<[{ uid: string; price: number }]>`
    select uid, fiat_price::int as price from projects where project_name = ${name}`
  return project
}

test.describe('two versions on one database', () => {
  test.skip(!hasRelease, 'a clone without history')

  test('a session of either is good at both', RELEASE, async () => {
    for (const [one, other] of [
      [at.before, at.today],
      [at.today, at.before],
    ] as const) {
      const headers = await signIn(one, DEMO_FAN)
      expect(await balanceAt(other, headers)).toBe(await balanceAt(one, headers))
    }
  })

  test(
    'money comes in and buys at both, a bid of one stands at the other, and the books are in order',
    RELEASE,
    async () => {
      const fan = await signIn(at.before, DEMO_FAN)
      const helo = await signIn(at.today, { email: 'helo@tune.test', password: 'Plateia@2026' })
      for (const [url, who] of [
        [at.before, fan],
        [at.today, fan],
        [at.before, helo],
        [at.today, helo],
      ] as const) {
        const before = await balanceAt(at.today, who)
        const order = { typeBuy: 'balance', UID: '', amount: 20_000, paymentMethodId: 'pm_card_visa' }
        await post(url, who, '/api/v1/buy-token', order)
        await expect.poll(() => balanceAt(url, who)).toBe(before + 20_000)
      }
      const [lata, carta, janela] = [
        await projectNamed('Noite de Lata'),
        await projectNamed('Carta ao Vento'),
        await projectNamed('Janela Acesa'),
      ]
      await post(at.before, fan, '/api/v1/buy-token-balance', { typeBuy: 'mint', UID: lata.uid })
      await post(at.today, helo, '/api/v1/buy-token-balance', { typeBuy: 'mint', UID: lata.uid })
      await post(at.today, fan, '/api/v1/buy-token-balance', { typeBuy: 'mint', UID: carta.uid })
      await post(at.before, helo, '/api/v1/buy-token-balance', { typeBuy: 'mint', UID: carta.uid })
      const [{ highest }] = await sql<[{ highest: number }]>`
      select coalesce(max(amount), 0)::int as highest from bids
      where project_id = (select id from projects where uid = ${janela.uid}) and status = 'active'`
      const amount = Math.max(highest, janela.price)
      await post(at.before, fan, '/api/v1/buy-token-balance', {
        typeBuy: 'bid',
        UID: janela.uid,
        amount: amount + 100,
      })
      const bids = await fetch(`${at.today}/api/v1/user-bids`, { headers: fan })
      expect(await bids.text()).toContain(janela.uid)

      const minted = async () => {
        const [{ left }] = await sql<[{ left: number }]>`
        select count(*)::int as left from mints join projects on projects.id = project_id
        where projects.uid in (${lata.uid}, ${carta.uid}) and mints.status = 'pending'`
        return left
      }
      await expect.poll(minted, { timeout: 60_000 }).toBe(0)
      expect([...(await sql`select * from ledger.faults`)]).toEqual([])
      expect([...(await sql`select * from market.faults`)]).toEqual([])
    },
  )
})
