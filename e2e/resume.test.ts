/** A second world beside the first: killed between charge and mint, its chain frozen; nothing is lost or doubled. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { TokenWire } from '#server/product/access/contract.ts'
import { freePorts, processesOf, type RunningWorld, removeData, startWorld } from '../scripts/start-world.ts'
import { DEMO_FAN, expect, RELEASE, test } from './fixtures.ts'

let dataDir: string
let port: number
let world: RunningWorld

test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tune-resume-'))
  port = await freePorts()
  world = await startWorld({ port, dataDir })
})
test.afterAll(async () => {
  await world.stop()
  await removeData(dataDir)
})

const url = (path: string) => `http://localhost:${port}${path}`
const emulator = (path: string, body: unknown) =>
  fetch(`http://localhost:${port + 1}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function session(): Promise<Record<string, string>> {
  const { anonKey } = (await (await fetch(url('/config.json'))).json()) as { anonKey: string }
  const answer = await fetch(url('/auth/v1/token?grant_type=password'), {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_FAN),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

async function projectNamed(
  name: string,
  headers: Record<string, string>,
): Promise<{ uid: string; fiatPrice: number }> {
  const { data } = (await (await fetch(url('/api/v1/projects'), { headers })).json()) as {
    data: { uid: string; projectName: string; fiatPrice: number }[]
  }
  return data.find(({ projectName }) => projectName === name) as { uid: string; fiatPrice: number }
}

async function post(path: string, headers: Record<string, string>, body: unknown): Promise<number> {
  return (await fetch(url(path), { method: 'POST', headers, body: JSON.stringify(body) })).status
}

async function tokenStatus(headers: Record<string, string>, name: string): Promise<string | undefined> {
  const { data } = (await (await fetch(url('/api/v1/user-projects'), { headers })).json()) as {
    data: TokenWire[]
  }
  return data.find(({ project }) => project.projectName === name)?.status
}

async function faults(): Promise<unknown[]> {
  const sql = postgres(`postgres://postgres@127.0.0.1:${port + 2}/postgres`, { max: 1 })
  const rows = await sql`select * from ledger.faults`
  await sql.end()
  return [...rows]
}

test('killed between charge and mint, it resumes', RELEASE, async () => {
  let headers = await session()
  const work = await projectNamed('Noite de Lata', headers)
  await emulator('/stripe/_control/webhooks', { paused: true })
  const order = { typeBuy: 'mint', UID: work.uid, amount: work.fiatPrice, paymentMethodId: 'pm_card_visa' }
  expect(await post('/api/v1/buy-token', headers, order)).toBe(200)
  expect(await tokenStatus(headers, 'Noite de Lata')).toBeUndefined()

  // The server is killed first, then the process that started it.
  const servers = processesOf(dataDir, 'server/dist/main.cjs')
  expect(servers.length).toBe(1)
  for (const pid of servers) process.kill(pid, 'SIGKILL')
  process.kill(world.pid, 'SIGKILL')
  world = await startWorld({ port, dataDir })
  headers = await session()
  await emulator('/stripe/_control/webhooks', { paused: false })
  await expect.poll(() => tokenStatus(headers, 'Noite de Lata'), { timeout: 30_000 }).toBe('minted')
  expect(await faults()).toEqual([])
})

test('a frozen chain delays the token and nothing else', RELEASE, async () => {
  const headers = await session()
  const work = await projectNamed('Carta ao Vento', headers)
  expect(
    await post('/api/v1/buy-token', headers, {
      typeBuy: 'balance',
      UID: '',
      amount: work.fiatPrice,
      paymentMethodId: 'pm_card_visa',
    }),
  ).toBe(200)
  const balance = async () =>
    (
      (await (await fetch(url('/api/v1/balance'), { headers })).json()) as {
        data: { data: { balance: number } }
      }
    ).data.data.balance
  await expect.poll(balance, { timeout: 20_000 }).toBe(work.fiatPrice)

  const nodes = processesOf(dataDir, 'anvil')
  expect(nodes.length).toBeGreaterThan(0)
  for (const pid of nodes) process.kill(pid, 'SIGSTOP')
  try {
    expect(await post('/api/v1/buy-token-balance', headers, { typeBuy: 'mint', UID: work.uid })).toBe(200)
    await sleep(3000)
    expect(await tokenStatus(headers, 'Carta ao Vento')).toBe('pending')
    expect(await balance()).toBe(0)
  } finally {
    for (const pid of nodes) process.kill(pid, 'SIGCONT')
  }
  await expect.poll(() => tokenStatus(headers, 'Carta ao Vento'), { timeout: 60_000 }).toBe('minted')
  expect(await faults()).toEqual([])
})
