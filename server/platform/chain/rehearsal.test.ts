// @module-tag release
/**
 * A rehearsal of a public chain: blocks come by themselves, prices of gas move from block to block, and the pool loses and
 * outbids transactions. Everything that was sold is recorded once, in the end.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { getContract, type Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TuneBalance } from '#contracts/abi/TuneBalance.ts'
import { TuneEdition } from '#contracts/abi/TuneEdition.ts'
import { recordChainOutcome } from '../../product/market/record-chain-outcome.ts'
import { createProject } from '../../product/projects/create-project.ts'
import { publishProject } from '../../product/projects/publish-project.ts'
import { type ChainNode, startChainNode } from '../../testing/chain-node.ts'
import { createMarket, type Market, TEST_ENV, type TestFan } from '../../testing/market.ts'
import { enqueueChain } from '../chain-operations.ts'
import { createChain } from './client.ts'
import { findContracts } from './contracts.ts'
import { startTransactionSender, step, type TransactionSender } from './transaction-sender.ts'

const OPERATOR = privateKeyToAddress(TEST_ENV.CHAIN_OPERATOR_KEY as Hex)
const CONFIRMATIONS = 3
const FANS = 12
const GWEI = 1_000_000_000n

let node: ChainNode
let market: Market
let sender: TransactionSender
/** EIP-1559: from one block to the next the price moves by an eighth at most. Here it rises for twelve blocks, then falls. */
const SWING = 12

beforeAll(async () => {
  node = await startChainNode({ fund: OPERATOR, args: ['--chain-id', '80002', '--block-time', '1'] })
  market = await createMarket({
    env: { CHAIN_RPC_URL: node.url, CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) },
  })
  sender = await startTransactionSender({ ...market.ctx, recordChainOutcome })
})
afterAll(async () => {
  await sender.stop()
  await market.close()
  await node.kill()
})

/**
 * Every block has another price; the first transactions that wait are forgotten, and those of every third block. Resolves
 * with how many were forgotten.
 */
async function unrest(until: AbortSignal): Promise<number> {
  let forgotten = 0
  let price = GWEI
  let seen = 0n
  const { node: reader } = await createChain(market.ctx.env)
  while (!until.aborted) {
    await sleep(50)
    const block = await reader.getBlockNumber()
    if (forgotten === 0) forgotten += await forgetPool()
    if (block === seen) continue
    seen = block
    price = Number(block) % (2 * SWING) < SWING ? (price * 9n) / 8n : (price * 7n) / 8n
    await node.rpc('anvil_setNextBlockBaseFeePerGas', [`0x${price.toString(16)}`])
    if (Number(block) % 3 === 0) forgotten += await forgetPool()
  }
  return forgotten
}

async function forgetPool(): Promise<number> {
  const { pending } = (await node.rpc('txpool_content')) as {
    pending: Record<string, Record<string, { hash: string }>>
  }
  const waiting = Object.values(pending).flatMap((each) => Object.values(each))
  for (const { hash } of waiting) await node.rpc('anvil_dropTransaction', [hash])
  return waiting.length
}

test('sales and deposits arrive once each, through moving prices, blocks that take their time and a pool that forgets', async () => {
  await expect.poll(() => findContracts(market.sql), { timeout: 30_000 }).not.toBeNull()
  const calm = new AbortController()
  const storm = unrest(calm.signal)
  const project = await deployedProject()

  const fans: TestFan[] = []
  for (let number = 0; number < FANS; number++) {
    const fan = await market.newFan(1000)
    fans.push(fan)
    await market.sql.begin((tx) =>
      enqueueChain(tx, `credit:${fan.uid}`, 'credit_balance', {
        wallet: fan.wallet,
        amount: 1000,
        reference: fan.uid,
      }),
    )
    const bought = await market.call(fan, '/buy-token-balance', { typeBuy: 'mint', UID: project })
    expect(bought.status).toBe(200)
    // As a market does, and not all in one batch.
    await sleep(300)
  }
  const minted = async () => {
    const rows = await market.sql`select from mints where status = 'minted'`
    return rows.length
  }
  await expect.poll(minted, { timeout: 180_000 }).toBe(FANS)
  calm.abort()
  expect(await storm).toBeGreaterThan(0)
  await market.expectHealthy()
  await expectRecorded(project, fans)
}, 240_000)

test('with blocks of twelve seconds, driven by the test: recorded once, when enough blocks stand on it, and nothing is paid twice', async () => {
  const slow = await startChainNode({ fund: OPERATOR, args: ['--chain-id', '80002', '--no-mining'] })
  const other = await createMarket({
    env: { CHAIN_RPC_URL: slow.url, CHAIN_CONFIRMATIONS: String(CONFIRMATIONS) },
  })
  try {
    const ctx = { ...other.ctx, recordChainOutcome }
    const chain = await createChain(ctx.env)
    const fan = await other.newFan()
    const payload = { wallet: fan.wallet, amount: 700, reference: fan.uid }
    const key = `credit:${fan.uid}`
    await other.sql.begin((tx) => enqueueChain(tx, key, 'credit_balance', payload))
    const states: string[] = []
    let blocks = 0
    // At each block's end the sender looks once.
    while (await step(ctx, chain)) {
      const [row] = await other.sql<
        [{ status: string }]
      >`select status from chain.operations where key = ${key}`
      states.push(row.status)
      await passTwelveSeconds(slow, other)
      blocks++
    }
    // Deployed and sent before the first block, mined in it, and settled with the blocks that are trusted on top of it.
    expect(blocks).toBe(CONFIRMATIONS + 1)
    expect(new Set(states)).toEqual(new Set(['sent']))
    const contracts = await findContracts(other.sql)
    const balance = getContract({
      address: contracts?.balance as Hex,
      abi: TuneBalance.abi,
      client: chain.node,
    })
    expect(await balance.read.balanceOf([fan.wallet as Hex])).toBe(700n)
    const sent = await other.sql<{ hashes: string[] }[]>`select hashes from chain.transactions`
    expect(sent.map(({ hashes }) => hashes.length)).toEqual([1, 1, 1, 1, 1])
  } finally {
    await other.close()
    await slow.kill()
  }
})

/** The next block, twelve seconds on, and what that makes of the rows' age. */
async function passTwelveSeconds(chain: ChainNode, { sql }: Market): Promise<void> {
  await chain.rpc('evm_increaseTime', [12])
  await chain.rpc('evm_mine')
  await sql`
    update chain.transactions
    set sent_at = sent_at - interval '12 seconds', priced_at = priced_at - interval '12 seconds'
    where status = 'signed'`
}

/** Published as soon as its contract is on the chain. */
async function deployedProject(): Promise<string> {
  const facts = {
    projectName: 'Maré',
    author: 'Coral',
    authorWallet: `0x${'33'.repeat(20)}`,
    thumbnail: '/c.webp',
    description: 'd',
    lyrics: '',
    videoId: 'mare',
    mediaUrl: '',
    symbol: 'MARE',
    fiatPrice: 1000,
    totalSupply: FANS,
    validPeriod: 3600,
    expiredAt: new Date(Date.now() + 86_400_000),
    baseURI: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    contractURI: 'ipfs://bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
    tint: null,
  }
  const uid = await createProject(market.ctx, facts, null)
  const publish = async () => (await publishProject(market.sql, uid, null)).ok
  await expect.poll(publish, { timeout: 90_000 }).toBe(true)
  return uid
}

/** The chain says of every fan what the rows say, and no transaction of ours was taken twice. */
async function expectRecorded(projectUid: string, fans: TestFan[]): Promise<void> {
  const { node: reader } = await createChain(market.ctx.env)
  const contracts = await findContracts(market.sql)
  const [project] = await market.sql<{ edition: Hex }[]>`
    select contract_address as edition from projects where uid = ${projectUid}`
  const edition = getContract({ address: project?.edition as Hex, abi: TuneEdition.abi, client: reader })
  const balance = getContract({ address: contracts?.balance as Hex, abi: TuneBalance.abi, client: reader })
  for (const fan of fans) {
    expect(await edition.read.balanceOf([fan.wallet as Hex])).toBe(1n)
    expect(await balance.read.balanceOf([fan.wallet as Hex])).toBe(0n)
  }
  const [sent] = await market.sql<{ all: number; confirmed: number }[]>`
    select count(*)::int as all, count(*) filter (where status = 'confirmed')::int as confirmed
    from chain.transactions`
  expect(sent?.confirmed).toBe(sent?.all)
  expect(await reader.getTransactionCount({ address: OPERATOR })).toBe(sent?.all)
}
