/** A worker with a key that is not the desk's is refused, and what one has sent all the same is sent again. */
import { randomBytes } from 'node:crypto'
import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordChainOutcome } from '../../product/market/record-chain-outcome.ts'
import { type ChainNode, startChainNode } from '../../testing/chain-node.ts'
import { createMarket, type Market, TEST_ENV } from '../../testing/market.ts'
import { enqueueChain } from '../chain-operations.ts'
import { StartRefused } from '../start-refused.ts'
import { createChain } from './client.ts'
import { refuseOtherKey } from './contracts.ts'
import { startTransactionSender, step } from './transaction-sender.ts'
import { keep, sign } from './transactions.ts'

const OURS = TEST_ENV.CHAIN_OPERATOR_KEY as Hex
const WRONG: Hex = `0x${randomBytes(32).toString('hex')}`

let node: ChainNode
let market: Market
beforeAll(async () => {
  node = await startChainNode({ fund: privateKeyToAddress(OURS) })
  await node.rpc('anvil_setBalance', [privateKeyToAddress(WRONG), '0x21e19e0c9bab2400000'])
  market = await createMarket({ env: { CHAIN_RPC_URL: node.url } })
})
afterAll(async () => {
  await market.close()
  await node.kill()
})

const errors: string[] = []
const contextOf = (key: Hex) => ({
  ...market.ctx,
  recordChainOutcome,
  env: { ...market.ctx.env, CHAIN_OPERATOR_KEY: key },
  log: {
    ...market.ctx.log,
    warn() {},
    error: ({ err }: { err: Error }) => errors.push(err.message),
  } as never,
})
const chainOf = (key: Hex) => createChain(contextOf(key).env)

async function credit() {
  const fan = await market.newFan()
  const key = `credit:${crypto.randomUUID()}`
  const payload = { wallet: fan.wallet, amount: 5, reference: crypto.randomUUID() }
  await market.sql.begin((tx) => enqueueChain(tx, key, 'credit_balance', payload))
  const status = async () => {
    const [row] = await market.sql<
      [{ status: string }]
    >`select status from chain.operations where key = ${key}`
    return row.status
  }
  return { key, status }
}

const faults = () => market.sql`select fault, detail from chain.faults`

/** As a server of an earlier version did; `data` is what it sent. Resolves with the operation. */
async function strand(mined: boolean) {
  const operation = await credit()
  const wrong = await chainOf(WRONG)
  const [desk] = await market.sql<[{ address: Hex }]>`select address from chain.contracts where name = 'desk'`
  const nonce = await wrong.node.getTransactionCount({ address: wrong.signer.address })
  const signed = await sign(wrong, { to: desk.address, data: '0x' }, nonce, 100_000n)
  const id = await keep(market.sql, wrong.signer.address, { nonce, ...signed })
  await market.sql`
    update chain.operations set status = 'sent', transaction_id = ${id} where key = ${operation.key}`
  if (mined) await wrong.node.sendRawTransaction({ serializedTransaction: signed.raw })
  return operation
}

test('before the desk is made, nobody but its maker writes to it', async () => {
  const record = await credit()
  // The contracts are known as soon as their transactions are signed.
  await node.rpc('evm_setAutomine', [false])
  await step(contextOf(OURS), await chainOf(OURS))
  const later = await credit()
  const sender = await startTransactionSender(contextOf(WRONG))
  await expect.poll(() => errors.join()).toContain('the desk obeys')
  await sender.stop()
  expect(await later.status()).toBe('queued')
  await node.rpc('evm_setAutomine', [true])
  await node.rpc('evm_mine')
  const right = await startTransactionSender(contextOf(OURS))
  await expect.poll(later.status).toBe('confirmed')
  expect(await record.status()).toBe('confirmed')
  await right.stop()
})

test('a worker that starts with another key is refused in a sentence, also while the chain is away', async () => {
  await refuseOtherKey(market.sql, contextOf(OURS).env)
  const refused = refuseOtherKey(market.sql, contextOf(WRONG).env)
  await expect(refused).rejects.toThrow(StartRefused)
  await expect(refused).rejects.toThrow(/is that of 0x\w+, but the desk 0x\w+ obeys 0x\w+\. Set that key/)
  const away = { ...contextOf(WRONG).env, CHAIN_RPC_URL: ['http://127.0.0.1:1'] }
  await expect(refuseOtherKey(market.sql, away)).rejects.toThrow('Set that key')
})

test('one that waits for the sender leaves it to the right one', async () => {
  const wrong = await startTransactionSender(contextOf(WRONG))
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  const record = await credit()
  const right = await startTransactionSender(contextOf(OURS))
  await expect.poll(record.status).toBe('confirmed')
  await Promise.all([wrong.stop(), right.stop()])
})

test.each([
  ['never mined', false],
  ['mined, and refused by the desk', true],
])('what another key has sent is seen among the faults, and sent again: %s', async (_, mined) => {
  const record = await strand(mined)
  expect(await faults()).toEqual([
    { fault: 'a record sent by a key that the desk does not obey', detail: record.key },
  ])
  const right = await startTransactionSender(contextOf(OURS))
  await expect.poll(record.status).toBe('confirmed')
  await right.stop()
  expect(await faults()).toEqual([])
})
