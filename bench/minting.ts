/** What the chain costs: gas beside the plainest contracts, and how fast wins become minted units. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAddress } from 'viem/accounts'
import type { Sql } from '#server/platform/db/sql.ts'
import { startChainNode } from '#server/testing/chain-node.ts'
import { startMailSink } from '../scripts/mail-sink.ts'
import { placeBySql } from './bids-by-sql.ts'
import { bringToChain, untilAtRest } from './chain-records.ts'
import type { BenchContext } from './main.ts'
import { planBids } from './plan-bids.ts'
import type { Result } from './report.ts'
import { run as runProgram } from './run.ts'
import { seedMarket } from './seed.ts'
import { OPERATOR_KEY } from './world.ts'

export const title = 'the chain: gas, and units minted a second under blocks of one second'

const UNITS = 1000
const BLOCK_SECONDS = 1
const CONTRACTS = join(import.meta.dirname, '../contracts')

export async function run(context: BenchContext): Promise<Result[]> {
  return [...measureGas(), await measureLane(context)]
}

/** Gas does not vary: one round is enough. The contract tests measure it, and fail where a goal is missed. */
function measureGas(): Result[] {
  const forge = join(import.meta.dirname, '../node_modules/.bin/forge')
  const output = runProgram(forge, ['test', '--match-contract', 'GasTest', '-vvvv'], { cwd: CONTRACTS })
  const gas = (what: string): number => {
    const found = output.split(`what: "${what}", gas: `)[1]
    if (found === undefined) throw new Error(`the contract tests do not measure ${what}`)
    return Number.parseInt(found, 10)
  }
  const plainMint = gas('a mint by a plain ERC-721')
  const plainDeployment = gas('deploying a plain ERC-721')
  const ratio = (goal: string, figure: number, baseline: string, below: number, atMost: number): Result => ({
    goal,
    baseline,
    unit: '×',
    rounds: [figure / below],
    limit: { atMost },
    notes: [`${Math.round(figure).toLocaleString('en-US')} gas; baseline ${below.toLocaleString('en-US')}`],
  })
  const single = 'a single mint by OpenZeppelin’s ERC-721'
  const unit = gas('a hundred units to as many new wallets') / 100
  return [
    ratio('gas of a unit, a hundred in a batch', unit, single, plainMint, 0.7),
    ratio('gas of a whole sale in a batch', gas('a hundred whole sales') / 100, single, plainMint, 2),
    ratio('gas of a bid’s record', gas('a hundred bids') / 100, single, plainMint, 0.1),
    ratio(
      'gas of a new project',
      gas('a new project'),
      'deploying OpenZeppelin’s ERC-721',
      plainDeployment,
      0.1,
    ),
  ]
}

async function measureLane({ world, rounds, say }: BenchContext): Promise<Result> {
  const database = await world.createDatabase()
  const { sql } = database
  const market = await seedMarket(sql, { fans: UNITS, auctions: rounds, units: UNITS })
  const chain = await startChainNode({ fund: privateKeyToAddress(OPERATOR_KEY) })
  const mails = await startMailSink()
  await bringToChain(sql, market)
  // Until here the node mines at once, from here on once a second.
  const worker = await world.startServer(database, {
    services: 'worker',
    env: { CHAIN_RPC_URL: chain.url, SMTP_URL: mails.url },
  })
  await untilAtRest(sql)
  await sql`update projects set is_active = true`
  await chain.rpc('evm_setIntervalMining', [BLOCK_SECONDS])
  const plan = planBids(market)
  const rates: number[] = []
  const seconds: number[] = []
  for (const [round, { id }] of market.projects.entries()) {
    await placeBySql(sql, market.fans, plan.hot(round))
    await untilAtRest(sql)
    await sql`
      update mints set warned_at = now(), will_expire_at = clock_timestamp()
      where project_id = ${id} and status = 'minted'`
    seconds.push(await untilMinted(sql, id))
    rates.push(UNITS / (seconds.at(-1) as number))
    say(`${UNITS} units minted in ${seconds.at(-1)?.toFixed(1)} s`)
  }
  await worker.stop()
  await mails.stop()
  await chain.kill()
  return {
    goal: 'units minted a second, from the ends of their windows to `minted` rows',
    baseline: `none: blocks of ${BLOCK_SECONDS} s, where sending and waiting mints one a second`,
    unit: '/s',
    rounds: rates,
    limit: { atLeast: 100 },
    notes: [
      `${UNITS} units in ${seconds.map((value) => value.toFixed(1)).join(' · ')} s: settlement, mined transactions, receipts, rows; mails are sent beside it`,
    ],
  }
}

/** Seconds from the end of the project's windows to the commit that made the last winner's token `minted`. */
async function untilMinted(sql: Sql, projectId: number): Promise<number> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    const [row] = await sql<{ minted: number; seconds: number }[]>`
      select count(*)::int as minted,
        extract(epoch from max(pg_xact_commit_timestamp(won.xmin)) - max(ended.will_expire_at))::float8 as seconds
      from mints won
      join mints ended on ended.unit_id = won.unit_id and ended.status = 'solded'
      where won.status = 'minted' and won.project_id = ${projectId}`
    if (row?.minted === UNITS) return row.seconds
    await sleep(100)
  }
  throw new Error('not every unit was minted within two minutes')
}
