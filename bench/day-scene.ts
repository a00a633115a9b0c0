/** A market on a working day: auctions, fans who own a token each, and all of it on the chain. */
import { hash } from '@node-rs/argon2'
import { privateKeyToAddress } from 'viem/accounts'
import { startChainNode } from '#server/testing/chain-node.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { type Remote, startRemote } from '../scripts/remote.ts'
import type { BidLoad } from './bid-load.ts'
import { bringToChain, untilAtRest } from './chain-records.ts'
import type { BenchContext } from './main.ts'
import { openLot } from './open-lot.ts'
import { type Seeded, seedMarket } from './seed.ts'
import { signTokens } from './tokens.ts'
import { type Database, JWT_SECRET, OPERATOR_KEY, type RunningServer } from './world.ts'

export const FANS = 1000
const AUCTIONS = 10
const CONNECTIONS = 32
export const PASSWORD = 'Estrela-Guia#2026'
/** As in server/doors/auth/passwords.ts. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Scene = {
  database: Database
  market: Seeded
  /** The web server. */
  server: RunningServer
  /** By fan: their access token, the uid of the unit they own, and the address they sign in with. */
  sessions: string[]
  owned: string[]
  addresses: string[]
  stop: () => Promise<void>
}

/** `roles`: a process for each, with its services; the first one is asked. */
export async function setDayScene(
  { world, folder }: BenchContext,
  roles: readonly [string, ...string[]],
): Promise<Scene> {
  const database = await world.createDatabase()
  const { sql } = database
  const market = await seedMarket(sql, { fans: FANS, auctions: AUCTIONS })
  const addresses = await givePasswords(database)
  const lot = await openLot(sql, FANS)
  const chain = await startChainNode({ fund: privateKeyToAddress(OPERATOR_KEY) })
  const mails = await startMailSink()
  await bringToChain(sql, market)
  const env = { CHAIN_RPC_URL: chain.url, SMTP_URL: mails.url, DATA_DIR: folder }
  const servers: RunningServer[] = []
  for (const services of roles) servers.push(await world.startServer(database, { services, env }))
  const server = servers[0] as RunningServer
  await untilAtRest(sql)
  await sql`update projects set is_active = true`
  await buyAll(server.port, market.fans, lot)
  await untilAtRest(sql)
  const owned = await sql<{ uid: string }[]>`
    select mints.uid from mints join users on users.uid = mints.user_id
    where mints.status = 'minted' and users.is_complete_profile
    order by users.uid`
  if (owned.length !== FANS) throw new Error(`${owned.length} of ${FANS} fans own a unit`)
  await sql`vacuum analyze`
  return {
    database,
    market,
    server,
    sessions: await signTokens(JWT_SECRET, market.fans),
    owned: owned.map(({ uid }) => uid),
    addresses,
    async stop() {
      for (const one of servers) await one.stop()
      await mails.stop()
      await chain.kill()
    },
  }
}

async function givePasswords({ sql }: Database): Promise<string[]> {
  const stored = await hash(PASSWORD, COST)
  const people = await sql<{ email: string }[]>`
    update auth.users set encrypted_password = ${stored} where email like 'bench%' returning email`
  return people.map(({ email }) => email)
}

/** Every fan buys a unit of the first lot. */
async function buyAll(port: number, fans: string[], project: string): Promise<void> {
  const load: Remote<BidLoad> = startRemote<BidLoad>(`${import.meta.dirname}/bid-load.ts`)
  await load.call('prepare', { secret: JWT_SECRET, fans })
  const bids = fans.map((_, fan) => ({ fan, project }))
  const bought = await load.call('place', { port, connections: CONNECTIONS, bids })
  await load.stop()
  if (bought.refused > 0) throw new Error(`a purchase was refused: ${bought.refusal}`)
}
