/** Bulk reads from the chain: in batches of bounded size, and never a wrong answer in place of a missing one. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, type Hex, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMarket, type Market } from '../../testing/market.ts'
import { readBalances } from './balances.ts'
import { READS_AT_ONCE } from './client.ts'
import { readMintedUnits } from './supply.ts'

type Call = { id: number; params: [{ to: string; data: Hex }] }

/** How many calls came with each request, and how the node answers each. */
const sizes: number[] = []
let answer: (call: Call) => object | null
const ok = (type: 'address' | 'uint256', value: unknown) => ({
  result: encodeAbiParameters([{ type }], [value as never]),
})
const holder = `0x${'ab'.repeat(20)}`
const missing = {
  error: { code: 3, message: 'execution reverted', data: toFunctionSelector('TokenDoesNotExist()') },
}

const node = createServer(async (request, response) => {
  const body = await new Response(request as never).text()
  const calls = [JSON.parse(body)].flat() as Call[]
  sizes.push(calls.length)
  const answers = calls.flatMap((call) => {
    const said = answer(call)
    return said ? [{ jsonrpc: '2.0', id: call.id, ...said }] : []
  })
  // In any order, as the standard allows.
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answers.reverse()))
})
/** The number that a call asked for. */
const argument = ({ params: [{ data }] }: Call) => BigInt(`0x${data.slice(10)}`)

let market: Market
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  const { port } = node.address() as AddressInfo
  market = await createMarket({ env: { CHAIN_RPC_URL: `http://127.0.0.1:${port}` } })
})
beforeEach(() => {
  sizes.length = 0
})
afterAll(async () => {
  await market.close()
  node.close()
})

test('units are asked for in batches, and one that does not exist is no fault', async () => {
  answer = (call) => (argument(call) % 2n === 0n ? ok('address', holder) : missing)
  const minted = await readMintedUnits(market.ctx, holder, { first: 11, last: 260 })
  expect(minted).toEqual(Array.from({ length: 125 }, (_, index) => 12 + 2 * index))
  expect(sizes).toEqual([READS_AT_ONCE, READS_AT_ONCE, 50])
})

test('balances are asked for in batches, each wallet with its own', async () => {
  const contract = `0x${'cd'.repeat(20)}`
  await market.sql`
    insert into chain.contracts (name, address)
    select name, ${contract} from unnest(array['desk', 'balance', 'book', 'factory']) name`
  answer = (call) => ok('uint256', argument(call) * 3n)
  const wallets = Array.from({ length: 150 }, (_, index) => `0x${(index + 1).toString(16).padStart(40, '0')}`)
  const balances = await readBalances(market.ctx, wallets)
  expect([...balances]).toEqual(wallets.map((wallet, index) => [wallet, 3 * (index + 1)]))
  expect(sizes).toEqual([READS_AT_ONCE, 50])
})

test.each([
  ['an error of the node', () => ({ error: { code: -32_005, message: 'limit exceeded' } })],
  ['no answer for a call', (call: Call) => (argument(call) === 7n ? null : ok('address', holder))],
])('%s ends the reading: nobody takes it for a unit that was never made', async (_case, said) => {
  answer = said
  await expect(readMintedUnits(market.ctx, holder, { first: 1, last: 20 })).rejects.toThrow()
})
