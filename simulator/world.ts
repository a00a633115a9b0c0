/** The real thing: web and worker as processes of their own, a database, a chain behind a gate, and people. */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { type Env, readEnv } from '#server/env.ts'
import { connect, type Sql } from '#server/platform/db/sql.ts'
import { startChainNode } from '#server/testing/chain-node.ts'
import { startEmulators } from '#server/testing/emulators.ts'
import { JWT_SECRET } from '#server/testing/postgres.ts'
import { buildServer } from '../scripts/build-server.ts'
import { freePort } from '../scripts/free-port.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { createGate, type Gate } from './gate.ts'
import { createOutside, type Outside } from './outside.ts'
import { createPerson, type Person } from './people.ts'
import { type Held, holdServer, until } from './processes.ts'
import { type Fan, type Market, UNLOCK_SECONDS } from './state.ts'

export type World = {
  url: string
  sql: Sql
  web: Held
  worker: Held
  /** As the servers have it, but past the gate. */
  env: Env
  outside: Outside
  people: Person[]
  newPerson: (fan: Pick<Fan, 'id' | 'isComplete'>) => Promise<Person>
  admin: Person
  secondAdmin: Person
  /** Lets the chain take what waits, refusing its records if asked to, while `meanwhile` goes on. */
  withChain: (refuses: boolean, meanwhile: () => Promise<void>) => Promise<void>
  /** Resolves once the worker has nothing left to settle. */
  settled: () => Promise<void>
  /** The last lines of what web and worker had to say. */
  lastWords: () => string
  stop: () => Promise<void>
}

const OPERATOR_KEY = `0x${'11'.repeat(32)}` as const
/** Reverts every call with a reason: PUSH4 reason, MSTORE, REVERT of its four bytes. */
const REFUSING_CODE = '0x63deadbeef6000526004601cfd'
/** Lines of a log that are shown when a run fails, and how much of each. */
const [LAST_WORDS, LINE] = [8, 500]
const BANKS = {
  STRIPE_SECRET_KEY: 'sk_test_of_the_simulator',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  PIX_CLIENT_ID: 'tune',
  PIX_CLIENT_SECRET: 'secret',
  PIX_WEBHOOK_SECRET: 'a-secret-of-pix-webhooks',
  PIX_KEY: 'pix@tune.test',
}
/** Nothing else of the outside world is there but the chain and a postbox. */
const NOWHERE = 'http://127.0.0.1:1'

/** `databaseUrl` is a migrated database of the world's own. */
export async function startWorld(databaseUrl: string, market: Market): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'tune-simulator-'))
  await buildServer()
  const logFile = join(folder, 'server.log')
  const output = openSync(logFile, 'a')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [chain, postbox, banks] = await Promise.all([
    startChainNode({ fund: privateKeyToAddress(OPERATOR_KEY) }),
    startMailSink(),
    startEmulators({
      ...BANKS,
      WEBHOOK_STRIPE_URL: `${url}/webhooks/stripe`,
      WEBHOOK_PIX_URL: `${url}/webhooks/pix?hmac=${BANKS.PIX_WEBHOOK_SECRET}&ignorar=`,
    }),
  ])
  const gate = await createGate(chain.url)
  const env = environment({
    databaseUrl,
    port,
    url,
    chain: gate.url,
    mail: postbox.url,
    banks: banks.origin,
    folder,
  })
  const sql = connect(databaseUrl, { max: 4, name: 'tune-simulator' })
  const web = holdServer('web', env, output)
  const worker = holdServer('worker', env, output)

  async function stop(): Promise<void> {
    gate.open()
    await Promise.all([web.stop(), worker.stop()])
    await Promise.all([gate.stop(), postbox.stop(), banks.close()])
    await chain.kill()
    await sql.end()
    closeSync(output)
    await rm(folder, { recursive: true })
  }
  const lastWords = () =>
    readFileSync(logFile, 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-LAST_WORDS)
      .map((line) => line.slice(0, LINE))
      .join('\n')

  try {
    await Promise.all([web.start(), worker.start()])
    const newPerson: World['newPerson'] = ({ id, isComplete }) =>
      createPerson(sql, JWT_SECRET, { number: id, isComplete })
    const people = await Promise.all(market.fans.map(newPerson))
    const [admin, secondAdmin] = await Promise.all(
      ([1_000_000, 1_000_001] as const).map((number) =>
        createPerson(sql, JWT_SECRET, { number, isComplete: true, isAdmin: true }),
      ),
    )
    if (!admin || !secondAdmin) throw new Error('nobody is an administrator')
    const book = await bookOf(sql)
    const code = (await chain.rpc('eth_getCode', [book, 'latest'])) as string
    await shut(gate)
    return {
      url,
      sql,
      web,
      worker,
      env: readEnv({ ...env, CHAIN_RPC_URL: chain.url }),
      outside: createOutside(banks.origin, BANKS.STRIPE_SECRET_KEY),
      people,
      newPerson,
      admin,
      secondAdmin,
      async withChain(refuses, meanwhile) {
        await chain.rpc('anvil_setCode', [book, refuses ? REFUSING_CODE : code])
        gate.open()
        await meanwhile()
        await until('the chain has taken everything', () => isDrained(sql))
        await chain.rpc('anvil_setCode', [book, code])
        await shut(gate)
      },
      settled: () => until('everything is settled', () => isSettled(sql)),
      lastWords,
      stop,
    }
  } catch (fault) {
    console.error(lastWords())
    await stop()
    throw fault
  }
}

/**
 * Shuts the gate and waits for the sender to stand before it. The sender asks the chain before it looks at the outbox:
 * so whatever is written from now on goes in one batch.
 */
async function shut(gate: Gate): Promise<void> {
  gate.shut()
  await until('the sender waits at the gate', async () => gate.waiting() > 0)
}

/** Gifts past their date go back in this second, not in the minute's run. */
async function isSettled(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ settled: boolean; gifts: boolean }[]>`
    select cardinality(market.due(1)) = 0 as settled, not exists (
      select from private.gifts join projects on projects.id = project_id
      where status = 'waiting' and least(accept_by, expired_at) <= clock_timestamp()
    ) as gifts`
  if (row && !row.gifts)
    await sql`select graphile_worker.add_job('return-gifts', job_key => 'return-gifts-now')`
  return (row?.settled && row.gifts) ?? false
}

async function isDrained(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ drained: boolean }[]>`
    select cardinality(market.due(1)) = 0
      and not exists (select from chain.operations where status in ('queued', 'sent')) as drained`
  return row?.drained ?? false
}

/** Waits for our contracts to be made, and says where the public book is. */
async function bookOf(sql: Sql): Promise<string> {
  const find = () => sql<{ address: string }[]>`
    select address
    from chain.contracts
    where name = 'book' and not exists (select from chain.transactions where status = 'signed')`
  await until('the contracts are there', async () => (await find()).length > 0)
  const [book] = await find()
  if (!book) throw new Error('the book has gone')
  return book.address
}

function environment(facts: {
  databaseUrl: string
  port: number
  url: string
  chain: string
  mail: string
  /** Where card processor and PIX provider are. */
  banks: string
  folder: string
}): Record<string, string> {
  return {
    PORT: String(facts.port),
    PUBLIC_URL: facts.url,
    DATABASE_URL: facts.databaseUrl,
    DATA_DIR: facts.folder,
    LOG_LEVEL: 'error',
    // Which of them is killed is drawn.
    WEB_PROCESSES: '1',
    JWT_SECRET,
    ADDRESS_LIMIT_FACTOR: '1000000',
    ADMIN_SECOND_FACTOR: 'off',
    ...BANKS,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_API_URL: `${facts.banks}/stripe`,
    PIX_URL: `${facts.banks}/pix`,
    // One administrator decides alone, whatever a fan comes to owe in a long run.
    WITHDRAWAL_SECOND_PERSON_ABOVE: '1000000000',
    CUSTODIAN_URL: NOWHERE,
    CUSTODIAN_CLIENT: 'tune',
    CUSTODIAN_SECRET: 'secret',
    SMTP_URL: facts.mail,
    SMTP_TLS: 'off',
    PINNING_URL: NOWHERE,
    PINNING_TOKEN: 'token',
    IPFS_GATEWAY_URL: NOWHERE,
    VIDEO_EMBED_URL: NOWHERE,
    VIDEO_TOKEN_KEY: 'a-key-of-sixteen-bytes',
    EXPLORER_URL: NOWHERE,
    CHAIN_RPC_URL: facts.chain,
    CHAIN_POLL_MS: '50',
    CHAIN_OPERATOR_KEY: OPERATOR_KEY,
    PLATFORM_WALLET: `0x${'22'.repeat(20)}`,
    ACCESS_UNLOCK_SECONDS: String(UNLOCK_SECONDS),
  }
}
