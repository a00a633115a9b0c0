/** Nodes as they are: several, late, in other words, and metered. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordChainOutcome } from '../../product/market/record-chain-outcome.ts'
import { type ChainNode, startChainNode } from '../../testing/chain-node.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { enqueueChain } from '../chain-operations.ts'
import { createChain } from './client.ts'
import { safeConfirmations } from './confirmations.ts'
import { startTransactionSender, step } from './transaction-sender.ts'
import { keep, send } from './transactions.ts'

/** Answers in place of the node: a result, or an error's message; undefined leaves it to the node. */
type Instead = { result: unknown } | { error: string } | undefined
type Front = { url: string; calls: string[]; instead: (method: string) => Instead }

let node: ChainNode
let market: Market
const servers: Server[] = []
/** Three addresses of one chain. */
let fronts: [Front, Front, Front]

beforeAll(async () => {
  node = await startChainNode({ fund: privateKeyToAddress(TEST_ENV.CHAIN_OPERATOR_KEY as Hex) })
  market = await createMarket({ env: { CHAIN_RPC_URL: node.url } })
  fronts = [await front(), await front(), await front()]
})
beforeEach(() => {
  for (const one of fronts) Object.assign(one, { calls: [], instead: () => undefined })
})
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await market.close()
  await node.kill()
})

async function front(): Promise<Front> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    self.calls.push(method)
    const said = self.instead(method)
    const told = said && ('error' in said ? { error: { code: -32_000, message: said.error } } : said)
    const headers = { 'content-type': 'application/json' }
    const answer = told
      ? JSON.stringify({ jsonrpc: '2.0', id, ...told })
      : await (await fetch(node.url, { method: 'POST', headers, body })).text()
    response.writeHead(200, headers).end(answer)
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const self: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    instead: () => undefined,
  }
  return self
}

const contextWith = (urls: string[]) => ({
  ...market.ctx,
  recordChainOutcome,
  env: { ...market.ctx.env, CHAIN_RPC_URL: urls },
})

async function credit(): Promise<() => Promise<string | undefined>> {
  const fan = await market.newFan()
  const reference = crypto.randomUUID()
  const payload = { wallet: fan.wallet, amount: 5, reference }
  await market.sql.begin((tx) => enqueueChain(tx, `credit:${reference}`, 'credit_balance', payload))
  return async () => {
    const [row] = await market.sql<{ status: string }[]>`
      select status from chain.operations where key = ${`credit:${reference}`}`
    return row?.status
  }
}

async function settle(ctx: ReturnType<typeof contextWith>, rounds = 100): Promise<void> {
  const chain = await createChain(ctx.env)
  for (let round = 0; round < rounds; round++) if (!(await step(ctx, chain))) return
}

test('an address that is away is passed over', async () => {
  const status = await credit()
  await settle(contextWith(['http://127.0.0.1:1', fronts[0].url, fronts[1].url]))
  expect(await status()).toBe('confirmed')
})

test('a receipt counts once more than half of the addresses have it, and of the same block', async () => {
  const status = await credit()
  const ctx = contextWith(fronts.map(({ url }) => url))
  const hidden = (method: string): Instead =>
    method === 'eth_getTransactionReceipt' ? { result: null } : undefined
  fronts[1].instead = hidden
  fronts[2].instead = hidden
  await settle(ctx, 5)
  expect(await status()).toBe('sent')
  fronts[1].instead = () => undefined
  await expect
    .poll(async () => {
      await settle(ctx)
      return status()
    })
    .toBe('confirmed')
})

test.each([
  ['Geth, Reth and Erigon', 'already known'],
  ['Besu', 'Known transaction'],
  ['Nethermind', 'AlreadyKnown'],
  ['OpenEthereum', 'Transaction with the same hash was already imported.'],
  ['Geth, of what is mined', 'nonce too low: next nonce 5, tx nonce 3'],
  ['Besu, of what is mined', 'Nonce too low'],
  ['Nethermind, of what is mined', 'OldNonce, Current nonce: 5, nonce of rejected tx: 3'],
])('that a transaction is there already is success in the words of %s', async (_who, error) => {
  const chain = await createChain(contextWith([fronts[0].url]).env)
  // An account of nobody: the sender's own transactions are left alone.
  const signer = '0x0000000000000000000000000000000000000001'
  const nonce = Math.floor(Math.random() * 1e9)
  const id = await keep(market.sql, signer, { nonce, raw: '0x01', hash: `0x${'01'.repeat(32)}` })
  const sentAt = async () =>
    (await market.sql`select sent_at from chain.transactions where id = ${id}`)[0]?.sent_at
  fronts[0].instead = () => ({ error: 'insufficient funds for gas * price + value' })
  await expect(send(market.sql, chain, { id, raw: '0x01' })).rejects.toThrow()
  expect(await sentAt()).toBeNull()
  fronts[0].instead = () => ({ error })
  await send(market.sql, chain, { id, raw: '0x01' })
  expect(await sentAt()).toBeInstanceOf(Date)
  await market.sql`delete from chain.transactions where id = ${id}`
})

test('at rest the node is left alone, and work is still taken at once', async () => {
  const ctx = contextWith([fronts[0].url])
  await settle(ctx)
  const chain = await createChain(ctx.env)
  fronts[0].calls = []
  expect(await step(ctx, chain)).toBe(false)
  // A look is one call, and there is one every five seconds.
  expect(fronts[0].calls).toEqual(['eth_getTransactionCount'])
  fronts[0].calls = []
  const sender = await startTransactionSender(contextWith([fronts[0].url]))
  try {
    // The last question of its first look.
    await expect.poll(() => fronts[0].calls).toContain('eth_getTransactionCount')
    fronts[0].calls = []
    const from = performance.now()
    await sleep(2000)
    // Twelve a minute, so one at most in two seconds (which may take longer here); four times a second it was.
    const seconds = (performance.now() - from) / 1000
    expect(fronts[0].calls.length).toBeLessThanOrEqual(Math.ceil(seconds / 5))
    const status = await credit()
    await expect.poll(status).toBe('confirmed')
  } finally {
    await sender.stop()
  }
})

test('where blocks are announced, what was sent is settled with its block, and the chain is not asked until then', async () => {
  const ctx = contextWith([fronts[0].url])
  await settle(ctx)
  await node.rpc('evm_setAutomine', [false])
  const HOUR = 3_600_000
  const sender = await startTransactionSender({
    ...ctx,
    env: { ...ctx.env, CHAIN_HEADS_URL: node.heads(), CHAIN_POLL_MS: HOUR },
  })
  try {
    const status = await credit()
    await expect.poll(status).toBe('sent')
    await expect
      .poll(async () => {
        await node.rpc('evm_mine')
        return status()
      })
      .toBe('confirmed')
  } finally {
    await sender.stop()
    await node.rpc('evm_setAutomine', [true])
  }
})

test('confirmations are those of the chain where nobody has set them', async () => {
  const { CHAIN_CONFIRMATIONS: _, ...env } = contextWith([fronts[0].url]).env
  expect(await (await createChain(env)).confirmations()).toBe(0)
  fronts[0].instead = (method) => (method === 'eth_chainId' ? { result: '0x89' } : undefined)
  expect(await (await createChain(env)).confirmations()).toBe(safeConfirmations(137))
  expect(await (await createChain({ ...env, CHAIN_CONFIRMATIONS: 3 })).confirmations()).toBe(3)
  expect(safeConfirmations(987_654)).toBeGreaterThanOrEqual(32)
})
