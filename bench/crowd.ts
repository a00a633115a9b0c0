/** An auction, a server, its watchers and the fan-out baseline, shared by the live benchmarks. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Remote, startRemote } from '../scripts/remote.ts'
import { openConnection, postRequest } from './http-client.ts'
import { needDescriptors, pin, SERVERS_CORE, WATCHERS_CORE } from './machine.ts'
import type { BenchContext } from './main.ts'
import { type RawFanOut, startRawFanOut } from './rawws.ts'
import { type Seeded, seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import type { Opening, Watchers } from './watchers.ts'
import { type Database, JWT_SECRET, type RunningServer } from './world.ts'

/** A publisher sends at most ten frames a second: after this pause it sends at once. */
const STILL_MS = 150

export type Crowd = {
  database: Database
  market: Seeded
  server: RunningServer
  watchers: Remote<Watchers>
  raw: RawFanOut
  /** Opens `count` watchers of the project with that index; resolves with the group's number. */
  watch: (project: number, count: number, manner?: Opening['manner']) => Promise<number>
  watchRaw: (count: number) => Promise<number>
  /** A bid by the next fan on the project: ms from its sending until the last of `group` has the frame. */
  bidPass: (group: number, project: number) => Promise<number>
  /** The same for `bytes` sent by the baseline. */
  rawPass: (group: number, bytes: Buffer) => Promise<number>
  stop: () => Promise<void>
}

/** `sockets`: the most that one process will hold; `env`: further settings of the server. Servers are pinned to one core, watchers to another. */
export async function gatherCrowd(
  { world, folder }: BenchContext,
  {
    sockets,
    fans,
    auctions,
    env = {},
  }: { sockets: number; fans: number; auctions: number; env?: Record<string, string> },
): Promise<Crowd> {
  needDescriptors(sockets)
  const database = await world.createDatabase()
  const market = await seedMarket(database.sql, { fans, auctions })
  const tokens = await signTokens(JWT_SECRET, market.fans)
  const server = await world.startServer(database, { env })
  pin(server.pid, SERVERS_CORE)
  const watchers = startRemote<Watchers>(`${import.meta.dirname}/watchers.ts`)
  pin(watchers.pid, WATCHERS_CORE)
  const raw = await startRawFanOut(folder)
  const bidder = await openConnection(server.port)
  const uid = (project: number) => market.projects[project]?.uid as string
  let bids = 0

  return {
    database,
    market,
    server,
    watchers,
    raw,
    watch: (project, count, manner = 'counts') => {
      const topic = { name: `realtime:market:${uid(project)}`, token: tokens[0] as string }
      return watchers.call('open', { port: server.port, count, topic, manner })
    },
    watchRaw: (count) => watchers.call('open', { port: raw.port, count, topic: null, manner: 'counts' }),
    async bidPass(group, project) {
      await sleep(STILL_MS)
      const body = { typeBuy: 'bid', UID: uid(project), amount: 1000 + bids }
      const token = tokens[bids++] as string
      const request = postRequest('/api/v1/buy-token-balance', token, randomUUID(), body)
      await watchers.call('arm', group)
      const from = now()
      const { status, body: answer } = await bidder.send(request)
      if (status !== 200) throw new Error(`a bid was refused: ${answer}`)
      return (await watchers.call('passed', group)) - from
    },
    async rawPass(group, bytes) {
      await sleep(STILL_MS)
      await watchers.call('arm', group)
      const from = now()
      raw.tell(bytes)
      return (await watchers.call('passed', group)) - from
    },
    async stop() {
      bidder.close()
      await watchers.stop()
      await raw.stop()
      await server.stop()
    },
  }
}

/** Monotonic ms, comparable across processes of this machine. */
const now = () => Number(process.hrtime.bigint()) / 1e6
