/** Processor time of one event, in the product and in Postgres, whoever asks excluded: what docs/capacity.md is made of. */
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '#server/platform/db/sql.ts'
import { createApiKey } from '#server/platform/http/api-keys.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { placeOverHttp } from './bids-throughput.ts'
import { postRequest, sendAll } from './http-client.ts'
import { postgresPid, processorMs } from './machine.ts'
import type { BenchContext } from './main.ts'
import { openLot } from './open-lot.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { seedMarket } from './seed.ts'
import type { SignInLoad } from './sign-in-load.ts'
import { givePasswords, PASSWORD } from './sign-ins.ts'
import { signTokens } from './tokens.ts'
import { type Database, JWT_SECRET, type World } from './world.ts'
import { prepareReads } from './wrk.ts'

export const title = 'milliseconds of a core for one event, in the product and in Postgres'

/** What a row of docs/capacity.md counts. */
export const EVENTS = ['read', 'bid', 'purchase', 'sign-in', 'renewal of a play lease', 'mail'] as const
export type Event = (typeof EVENTS)[number]
/** Where the time goes. */
export const SIDES = ['product', 'Postgres'] as const
export type Side = (typeof SIDES)[number]
export const goalOf = (event: Event, side: Side) => `processor time of a ${event}, ${side}`

const FANS = 6000
const SIGN_INS = 200
const MAILS = 1000
const CONNECTIONS = 64
const READ_SECONDS = 2

/** Does some of an event and resolves with how many. */
type Doing = (round: number) => Promise<number>

export async function run({ world, folder, rounds, say }: BenchContext): Promise<Result[]> {
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans: FANS, auctions: rounds + 1 })
  const results: Result[] = []
  const measure = async (event: Event, pid: number, work: Doing) => {
    const figures: Record<Side, number[]> = { product: [], Postgres: [] }
    for (let round = 0; round <= rounds; round++) {
      const from = await spent(database.sql, pid)
      const count = await work(round)
      const until = await spent(database.sql, pid)
      // The first is for the planner and the code that is still cold.
      if (round === 0) await database.sql`vacuum analyze`
      else for (const side of SIDES) figures[side].push((until[side] - from[side]) / count)
    }
    for (const side of SIDES) {
      results.push({
        goal: goalOf(event, side),
        baseline: 'none: reported',
        unit: 'ms',
        rounds: figures[side],
        limit: null,
        notes: [],
      })
      say(`${goalOf(event, side)}: ${figures[side].map((ms) => ms.toFixed(3)).join(' · ')} ms`)
    }
  }

  const server = await world.startServer(database)
  const { end, ...doings } = await doingsOf(database, market, { port: server.port, folder })
  for (const [event, work] of Object.entries(doings)) await measure(event as Event, server.pid, work)
  await end()
  await server.stop()
  const mails = await startMailSink()
  const worker = await startMailer(world, database, mails.url)
  await measure('mail', worker.pid, worker.work)
  await worker.stop()
  await mails.stop()
  return results
}

/** So far, of the server and of Postgres with all its processes. */
async function spent(sql: Sql, pid: number): Promise<Record<Side, number>> {
  // What was written is on its way to the files a little longer.
  await sleep(200)
  return { product: processorMs([pid]), Postgres: processorMs([await postgresPid(sql)]) }
}

async function doingsOf(
  { sql }: Database,
  market: Awaited<ReturnType<typeof seedMarket>>,
  { port, folder }: { port: number; folder: string },
) {
  const { fans } = market
  const plan = planBids(market)
  const load = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans })
  const signInLoad = startRemote<SignInLoad>(`${import.meta.dirname}/sign-in-load.ts`)
  const tokens = await signTokens(JWT_SECRET, fans)
  const reads = await prepareReads(await mkdtemp(join(folder, 'reads-')), tokens)
  const addresses = (await givePasswords(sql)).slice(0, SIGN_INS)
  const own: Record<Exclude<Event, 'mail'>, Doing> = {
    async read() {
      const order = { port, path: '/api/v1/balance', connections: CONNECTIONS, seconds: READ_SECONDS }
      return (await reads.measure(order)) * READ_SECONDS
    },
    async bid(round) {
      await placeOverHttp(load, port, plan.hot(round))
      return fans.length
    },
    async purchase() {
      const project = await openLot(sql, fans.length)
      const bids = fans.map((_, fan) => ({ fan, project }))
      return (await load.call('place', { port, connections: CONNECTIONS, bids })).accepted
    },
    async 'sign-in'() {
      const apikey = createApiKey('anon', JWT_SECRET)
      await signInLoad.call('signIn', { port, connections: 8, apikey, addresses, password: PASSWORD })
      return SIGN_INS
    },
    async 'renewal of a play lease'() {
      const playing = await sql<{ uid: string; fan: string }[]>`
        update mints
        set status = 'minted', minted_at = now(), will_expire_at = now() + interval '1 hour'
        where id in (select max(id) from mints where user_id = any (${fans}) group by user_id)
        returning uid, user_id as fan`
      const tokenOf = new Map(fans.map((fan, index) => [fan, tokens[index] as string]))
      const requests = playing.map(({ uid, fan }) =>
        postRequest('/api/v1/play/renew', tokenOf.get(fan) as string, uid, { UID: uid, device: 'bench' }),
      )
      await sendAll(port, CONNECTIONS, requests)
      return requests.length
    },
  }
  return { ...own, end: () => Promise.all([load.stop(), signInLoad.stop()]) }
}

async function startMailer(world: World, database: Database, url: string) {
  const { sql } = database
  const worker = await world.startServer(database, { services: 'worker', env: { SMTP_URL: url } })
  const work: Doing = async (round) => {
    await sql`
      select private.add_job('send-mail', jsonb_build_object(
        'to', 'mail' || n || ${`.${round}@tune.test`}, 'language', 'pt', 'template', 'notice_deactivated', 'data', '{}'::jsonb
      ))
      from generate_series(1, ${MAILS}::int) n`
    for (let attempt = 0; attempt < 600; attempt++) {
      const [left] = await sql<{ count: number }[]>`
        select count(*)::int from graphile_worker.jobs where task_identifier = 'send-mail'`
      if (left?.count === 0) return MAILS
      await sleep(100)
    }
    throw new Error('the mails were not sent within a minute')
  }
  return { ...worker, work }
}
