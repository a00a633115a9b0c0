/** From a PIX webhook to the row that the fan's own screen hears of. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { toValor, txidOf } from '#domain/pix.ts'
import type { Sql } from '#server/platform/db/sql.ts'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import type { BenchContext } from './main.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import { percentile } from './statistics.ts'
import { signTokens } from './tokens.ts'
import { JWT_SECRET, SERVER_ENV } from './world.ts'

export const title = 'from the POST of a PIX webhook to the fan’s screen'

const FANS = 60
/** Webhooks of each manner in a round. */
const EACH = 60
const PER_SECOND = 20
const AMOUNT = 10_000
const FEE = 99
const PATIENCE_MS = 10_000

type Pending = { fan: string; uid: string }
/** Sends the webhook of that payment; ms from `due` until its fan's topic said that it was credited. */
type Pay = (payment: Pending, due: number) => Promise<number>

export async function run({ world, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const { fans } = await seedMarket(database.sql, { fans: FANS, auctions: 1 })
  const mails = await startMailSink()
  const server = await world.startServer(database, {
    services: 'web,realtime,worker',
    env: { SMTP_URL: mails.url },
  })
  const ears = await listen(server.port, fans)
  const pay: Pay = (payment, due) => announce(server.port, ears, payment, due)
  const figures = { single: [] as number[], paced: [] as number[] }
  const notes = { single: [] as string[], paced: [] as string[] }

  await oneByOne(await openPayments(database.sql, fans), pay)
  for (let round = 0; round < rounds; round++) {
    for (const [manner, measure] of [
      ['single', oneByOne],
      ['paced', atAPace],
    ] as const) {
      const latencies = await measure(await openPayments(database.sql, fans), pay)
      const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)]
      figures[manner].push(p99)
      notes[manner].push(`${p50.toFixed(1)}/${p99.toFixed(1)}`)
      say(`${manner}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`)
    }
  }
  ears.close()
  await server.stop()
  await mails.stop()
  const result = (manner: 'single' | 'paced', goal: string): Result => ({
    goal: `webhook → the fan’s topic says credited, ${goal}, p99`,
    baseline: 'none: a time',
    unit: 'ms',
    rounds: figures[manner],
    limit: { atMost: 250 },
    notes: [
      `p50/p99 ${notes[manner].join(' · ')} ms of ${EACH} in each round; web, realtime and worker in one process`,
    ],
  })
  return [result('single', 'one after the other'), result('paced', `${PER_SECOND} a second`)]
}

async function oneByOne(payments: Pending[], pay: Pay): Promise<number[]> {
  const latencies: number[] = []
  for (const payment of payments) latencies.push(await pay(payment, performance.now()))
  return latencies
}

async function atAPace(payments: Pending[], pay: Pay): Promise<number[]> {
  const from = performance.now()
  return Promise.all(
    payments.map(async (payment, n) => {
      const due = from + (n * 1000) / PER_SECOND
      await sleep(Math.max(0, due - performance.now()))
      return pay(payment, due)
    }),
  )
}

/** One deposit for each of `EACH` fans, with a code that waits to be paid. */
async function openPayments(sql: Sql, fans: string[]): Promise<Pending[]> {
  return sql<Pending[]>`
    with written as (
      insert into payments (user_id, flow, method, amount, fee)
      select fan, 'balance', 'pix', ${AMOUNT}, ${FEE} from unnest(${fans.slice(0, EACH)}::uuid[]) fan
      returning id, uid, user_id
    ), charged as (
      insert into private.pix_charges (payment_id, expires_at, description)
      select id, clock_timestamp() + interval '10 minutes', 'Bench' from written
    )
    select user_id as fan, uid from written`
}

type Ears = { hear: (payment: string) => Promise<number>; close: () => void }

/** A socket for each fan, with the channel that the application opens for the fan's own rows. */
async function listen(port: number, fans: string[]): Promise<Ears> {
  const apikey = createApiKey('anon', JWT_SECRET)
  const tokens = await signTokens(JWT_SECRET, fans)
  const waiting = new Map<string, (at: number) => void>()
  const sockets = await Promise.all(
    fans.map(async (fan, n) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime/v1/websocket?vsn=2.0.0&apikey=${apikey}`)
      const rows = { schema: 'public', table: 'payments', filter: `user_id=eq.${fan}`, event: 'UPDATE' }
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      const subscribed = Promise.withResolvers<void>()
      socket.on('message', (data) => {
        const [, , , event, payload] = JSON.parse(String(data))
        if (event === 'system' && payload.status === 'ok') subscribed.resolve()
        if (event === 'system' && payload.status !== 'ok') subscribed.reject(new Error(payload.message))
        const row = event === 'postgres_changes' ? payload.data.record : null
        if (row?.status === 'succeded') waiting.get(row.uid)?.(performance.now())
      })
      const config = { postgres_changes: [rows] }
      const join = ['1', '1', `realtime:own-rows:${fan}`, 'phx_join', { config, access_token: tokens[n] }]
      socket.send(JSON.stringify(join))
      await subscribed.promise
      return socket
    }),
  )
  return {
    hear: (payment) => new Promise((resolve) => waiting.set(payment, resolve)),
    close: () => {
      for (const socket of sockets) socket.terminate()
    },
  }
}

async function announce(port: number, ears: Ears, { uid }: Pending, due: number): Promise<number> {
  const heard = ears.hear(uid)
  const receipt = {
    endToEndId: `E${txidOf(uid).slice(0, 31)}`,
    txid: txidOf(uid),
    valor: toValor(AMOUNT + FEE),
    horario: new Date().toISOString(),
  }
  const body = JSON.stringify({ pix: [receipt] })
  const address = `http://127.0.0.1:${port}/webhooks/pix?hmac=${SERVER_ENV.PIX_WEBHOOK_SECRET}`
  const answer = await fetch(address, { method: 'POST', body })
  if (!answer.ok) throw new Error(`a webhook was answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
  const at = await Promise.race([heard, sleep(PATIENCE_MS, null, { ref: false })])
  if (at === null) throw new Error(`nobody heard of payment ${uid}`)
  return at - due
}
